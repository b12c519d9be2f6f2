-- owner: organizations
-- Who did what. Entries are only ever added; a job seals them afterwards into one chain an organization.
create table audit_entries (
  -- '*' for what concerns the installation and no organization.
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

-- What is still to be sealed. A table of its own, so that writers wait for nobody and the job reads
-- only what is new.
create table audit_unsealed (
  organization_id text collate "C" not null,
  position bigint generated always as identity,
  entry_id uuid not null,
  primary key (organization_id, position)
);

create table audit_seals (
  organization_id text collate "C" not null,
  sequence bigint not null check (sequence > 0),
  entry_id uuid not null,
  hash bytea not null,
  primary key (organization_id, sequence),
  unique (organization_id, entry_id)
);

-- The end of each chain, with a code that only the holder of the secret key can make: a chain that was
-- shortened or made anew does not match it.
create table audit_heads (
  organization_id text collate "C" primary key,
  sequence bigint not null,
  hash bytea not null,
  code bytea not null
);
