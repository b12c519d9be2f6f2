-- owner: platform
-- Whether the installation is a copy that was restored from a backup, and whether somebody has activated it.

alter table installation
  -- When it was restored, by the machine's clock. Until it is activated it sends nothing and changes nothing.
  add column restored_at timestamptz,
  -- The moment that it was restored to.
  add column restored_to timestamptz,
  add column activated_at timestamptz,
  add constraint installation_restored_to check ((restored_at is null) = (restored_to is null)),
  add constraint installation_activated check (activated_at is null or restored_at is not null);
