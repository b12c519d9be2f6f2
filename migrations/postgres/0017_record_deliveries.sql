-- owner: records

-- An upload of which lines were rejected, for as long as one may ask which.
create table ingest_batches (
  organization_id text collate "C" not null references organizations (organization_id),
  batch_id text collate "C" not null,
  kind text collate "C" not null,
  received_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, batch_id)
);

-- Rejected lines in order, many to a chunk, packed.
create table ingest_rejections (
  organization_id text collate "C" not null,
  batch_id text collate "C" not null,
  chunk integer not null,
  content bytea not null,
  primary key (organization_id, batch_id, chunk),
  foreign key (organization_id, batch_id) references ingest_batches (organization_id, batch_id)
    on delete cascade
);

-- How far an import from a file has come, so that an interrupted one goes on where it stopped. The hash is
-- that of all bytes before the offset: by it the input is known again.
create table record_imports (
  organization_id text collate "C" not null references organizations (organization_id),
  import_id text collate "C" not null,
  kind text collate "C" not null,
  byte_offset bigint not null,
  prefix_hash bytea not null,
  line_count bigint not null,
  accepted_count bigint not null,
  duplicate_count bigint not null,
  rejected_count bigint not null,
  warning_count bigint not null,
  updated_at timestamptz not null,
  primary key (organization_id, import_id)
);
