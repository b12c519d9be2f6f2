-- owner: platform
-- Whether the installation is a copy that was restored from a backup, and whether somebody has activated it.

alter table installation
  -- When it was restored, by the machine's clock. Until it is activated it sends nothing and changes nothing.
  add column restored_at timestamptz,
  -- The moment that it was restored to.
  add column restored_to timestamptz,
  -- The place of the backup, as the person wrote it: the original may still show there that it runs.
  add column restored_from text,
  add column activated_at timestamptz,
  -- Names what this copy writes to a place of backups. Null for the original, which is named by the installation's id.
  add column copy_id uuid,
  add constraint installation_restored_to check ((restored_at is null) = (restored_to is null)),
  add constraint installation_activated check (activated_at is null or restored_at is not null);
