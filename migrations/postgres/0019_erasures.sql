-- owner: organizations

-- What was erased on request: that it was, when and how much; never what, nor of whom by name.
create table erasures (
  organization_id text collate "C" not null references organizations (organization_id),
  erasure_id text collate "C" not null,
  requested_at timestamptz not null,
  -- Null while it is at work, or was interrupted: the same request then goes on with it.
  completed_at timestamptz,
  -- A keyed hash of what the person is known by.
  person_hash bytea not null,
  -- By the name of each holder of personal data, what was erased there.
  outcome jsonb not null,
  primary key (organization_id, erasure_id)
);
create unique index erasures_open on erasures (organization_id, person_hash)
  where completed_at is null;
