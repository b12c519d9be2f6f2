-- owner: organizations
-- Who uses the service: a tree of organizations, groups of merchants, keys of programs, and people.

create table organizations (
  organization_id text collate "C" primary key check (organization_id ~ '^[a-zA-Z0-9_-]{1,32}$'),
  type text not null check (type in ('partner', 'account', 'merchant')),
  parent_id text collate "C" references organizations (organization_id),
  -- From the root down to the organization itself. A parent never changes, so neither does this.
  path text[] collate "C" not null check (path[cardinality(path)] = organization_id),
  name text not null,
  time_zone text not null,
  contact jsonb not null,
  status text not null check (status in ('ACTIVE', 'SUSPENDED')),
  status_reason text,
  has_fraud_management boolean not null,
  -- How strictly requests are checked; null means as the service is set.
  validation text check (validation in ('strict', 'lenient')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Finds everything below an organization.
create index organizations_path on organizations using gin (path);

create table merchant_groups (
  organization_id text collate "C" not null references organizations (organization_id),
  group_id text collate "C" not null,
  name text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, group_id),
  unique (organization_id, name)
);

create table merchant_group_members (
  organization_id text collate "C" not null,
  group_id text collate "C" not null,
  merchant_id text collate "C" not null references organizations (organization_id),
  primary key (organization_id, group_id, merchant_id),
  foreign key (organization_id, group_id) references merchant_groups on delete cascade
);

-- Keys that programs authenticate with.
create table credentials (
  organization_id text collate "C" not null references organizations (organization_id),
  credential_id uuid not null,
  type text not null check (type in ('shared-secret', 'certificate', 'bearer')),
  -- The name that a request gives; unique over all organizations, since a request may name nothing else.
  key_id text collate "C" not null unique,
  label text not null,
  scopes text[] not null,
  -- A shared secret is encrypted, a bearer key is stored as its hash, a certificate as it is.
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

-- Signed requests that were seen, for as long as their signatures are valid; used only where replays are refused.
create table seen_signatures (
  organization_id text collate "C" not null,
  signature_hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, signature_hash)
);
create index seen_signatures_expiry on seen_signatures (expires_at);

create table users (
  organization_id text collate "C" not null references organizations (organization_id),
  user_id uuid not null,
  -- Case-insensitive and unique over all organizations, because people sign in with it.
  email text not null,
  name text not null,
  password_hash text,
  status text not null check (status in ('INVITED', 'ACTIVE', 'DISABLED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, user_id)
);
create unique index users_email on users (lower(email));

-- The rights of each role are in the program.
create table user_roles (
  organization_id text collate "C" not null,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'clerk', 'analyst', 'viewer')),
  primary key (organization_id, user_id, role),
  foreign key (organization_id, user_id) references users on delete cascade
);

create table sessions (
  organization_id text collate "C" not null,
  -- The cookie itself is never stored.
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, token_hash),
  foreign key (organization_id, user_id) references users on delete cascade
);
create index sessions_expiry on sessions (expires_at);
