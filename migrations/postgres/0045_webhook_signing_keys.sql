-- owner: notifications
-- Keys that sign notifications. An organization has one at a time; a replaced key keeps its row without the secret, so
-- that a signature made with it can be named as such.
create table webhook_signing_keys (
  organization_id text collate "C" not null references organizations (organization_id),
  key_id uuid not null,
  -- Sealed; the context is the organization and the key's id.
  sealed_key bytea,
  -- By the machine's clock, as expiry is.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  check ((replaced_at is null) = (sealed_key is not null)),
  primary key (organization_id, key_id)
);
create unique index webhook_signing_keys_current on webhook_signing_keys (organization_id) where replaced_at is null;
