-- owner: records

-- Organizations whose records are kept for another time than the installation's.
create table record_retention (
  organization_id text collate "C" primary key references organizations (organization_id),
  months integer not null check (months between 1 and 240),
  updated_at timestamptz not null
);

-- What was erased on request: that it was, when and how much; never what, nor of whom by name.
create table erasures (
  organization_id text collate "C" not null references organizations (organization_id),
  erasure_id text collate "C" not null,
  requested_at timestamptz not null,
  completed_at timestamptz,
  person_hash bytea not null,
  outcome jsonb not null,
  primary key (organization_id, erasure_id)
);
