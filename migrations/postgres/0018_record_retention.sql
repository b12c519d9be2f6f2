-- owner: records

-- Organizations whose records are kept for another time than the installation's.
create table record_retention (
  organization_id text collate "C" primary key references organizations (organization_id),
  months integer not null check (months between 1 and 240),
  updated_at timestamptz not null
);

-- What an erasure has found and not yet blanked: ids alone. One that was interrupted goes on with it.
create table record_erasure_targets (
  organization_id text collate "C" not null references organizations (organization_id),
  target_id uuid not null,
  targets jsonb not null,
  primary key (organization_id, target_id)
);
