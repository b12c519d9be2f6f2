-- owner: platform
-- The schedule of backups, for nodes that cannot ask the place: written by the node that makes them when it has changed.

alter table installation
  -- How often a backup is wanted; null while none are scheduled.
  add column backup_interval_seconds bigint check (backup_interval_seconds > 0),
  -- When the newest finished backup was started, by the machine's clock.
  add column newest_backup_at timestamptz,
  add constraint installation_newest_backup check (newest_backup_at is null or backup_interval_seconds is not null);
