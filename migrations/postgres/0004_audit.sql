-- owner: organizations
-- The audit trail, and the erasures that were requested.

-- Who did what. Entries are only added; a job seals them afterwards into one chain for each organization.
create table audit_entries (
  -- '*' if it concerns the installation and no organization.
  organization_id text collate "C" not null,
  entry_id uuid not null,
  at timestamptz not null,
  actor jsonb not null,
  action text not null,
  subject text not null,
  details jsonb not null,
  primary key (organization_id, entry_id)
);
create index audit_entries_time on audit_entries (organization_id, at);

-- Entries that are not sealed yet. In a table of its own, so that writers do not wait and the job reads only new ones.
create table audit_unsealed (
  organization_id text collate "C" not null,
  position bigint generated always as identity,
  entry_id uuid not null,
  primary key (organization_id, position)
);

-- The links of each chain.
create table audit_seals (
  organization_id text collate "C" not null,
  sequence bigint not null check (sequence > 0),
  entry_id uuid not null,
  hash bytea not null,
  primary key (organization_id, sequence),
  unique (organization_id, entry_id)
);

-- The end of each chain, with a code that only the holder of the secret key can make: a chain that was shortened or
-- replaced does not match it.
create table audit_heads (
  organization_id text collate "C" primary key,
  sequence bigint not null,
  hash bytea not null,
  code bytea not null
);

-- Erasures: when and how much was erased, never what, nor the name of the person.
create table erasures (
  organization_id text collate "C" not null references organizations (organization_id),
  erasure_id text collate "C" not null,
  requested_at timestamptz not null,
  -- Null while it runs or after it was interrupted: the same request then continues it.
  completed_at timestamptz,
  -- A keyed hash of the identifiers of the person.
  person_hash bytea not null,
  -- What was erased, by the name of each holder of personal data.
  outcome jsonb not null,
  primary key (organization_id, erasure_id)
);
create unique index erasures_open on erasures (organization_id, person_hash) where completed_at is null;
