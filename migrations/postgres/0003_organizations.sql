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
  -- Whether its people need one-time codes.
  requires_codes boolean not null default false,
  -- The name without case and accents, for search.
  folded_name text not null generated always as
    (lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g'))) stored,
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

-- People, stored once however many organizations they work for.
create table persons (
  person_id uuid primary key,
  -- As it was typed; case-insensitive and unique, because people sign in with it.
  email text not null,
  name text not null,
  -- The portal's own texts; null means as the browser asks.
  language text,
  theme text check (theme in ('light', 'dark')),
  -- Null until the person has accepted an invitation.
  password_hash text,
  password_changed_at timestamptz,
  -- The secret of one-time codes is encrypted; it counts once a code of it was confirmed.
  codes_secret bytea,
  codes_confirmed_at timestamptz,
  -- The time step of the last code that was used: a code counts once.
  codes_last_step bigint,
  status text not null check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (codes_confirmed_at is null or codes_secret is not null)
);
create unique index persons_email on persons (lower(email));

-- Codes for a person who has lost the device that makes one-time codes; each works once.
create table recovery_codes (
  person_id uuid not null references persons (person_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Whom a person works for. The permissions of each role are in the program.
create table memberships (
  organization_id text collate "C" not null references organizations (organization_id),
  person_id uuid not null references persons (person_id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'clerk', 'reviewer', 'analyst', 'viewer')),
  status text not null check (status in ('INVITED', 'ACTIVE', 'DISABLED')),
  -- Null if the operator or the service invited the person.
  invited_by uuid references persons (person_id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, person_id)
);
create index memberships_person on memberships (person_id);
create index memberships_invited_by on memberships (invited_by);

-- Browsers in which people are signed in, by the machine's clock.
create table sessions (
  -- The token in the cookie is never stored.
  token_hash bytea primary key,
  -- By which lists name it.
  session_id uuid not null unique,
  person_id uuid not null references persons (person_id) on delete cascade,
  -- "Keep me signed in": it does not end when it is idle.
  is_kept boolean not null,
  device text not null,
  network text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a password or code was last asked for.
  confirmed_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_person on sessions (person_id);
create index sessions_expiry on sessions (expires_at);

-- Links that are sent to people; each works once, and only its hash is stored.
create table sign_in_links (
  link_hash bytea primary key,
  kind text not null check (kind in ('invitation', 'reset', 'sandbox')),
  person_id uuid not null references persons (person_id) on delete cascade,
  organization_id text collate "C" references organizations (organization_id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'invitation') = (organization_id is not null))
);
create index sign_in_links_person on sign_in_links (person_id);
create index sign_in_links_expiry on sign_in_links (expires_at);

-- Failed sign-ins, counted over all nodes by the library rate-limiter-flexible, which chose these columns.
create table sign_in_attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  -- In milliseconds since 1970.
  expire bigint
);
create index sign_in_attempts_expiry on sign_in_attempts (expire);
