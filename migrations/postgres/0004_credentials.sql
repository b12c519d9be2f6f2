-- owner: organizations
-- What programs prove themselves with.
create table credentials (
  organization_id text collate "C" not null references organizations (organization_id),
  credential_id uuid not null,
  type text not null check (type in ('shared-secret', 'certificate', 'bearer')),
  -- What a request names its key by: unique over all organizations, since a request may name nothing else.
  key_id text collate "C" not null unique,
  label text not null,
  scopes text[] not null,
  -- A shared secret, encrypted; a bearer key only as its hash; a certificate as it is.
  sealed_secret bytea,
  secret_hash bytea,
  certificate bytea,
  certificate_fingerprint bytea unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, credential_id),
  check ((type = 'shared-secret') = (sealed_secret is not null)),
  check ((type = 'bearer') = (secret_hash is not null)),
  check ((type = 'certificate') = (certificate is not null and certificate_fingerprint is not null))
);

-- Signed requests that were seen, kept for as long as their signature is valid; used only where
-- replays are refused.
create table seen_signatures (
  organization_id text collate "C" not null,
  signature_hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, signature_hash)
);
create index seen_signatures_expiry on seen_signatures (expires_at);
