-- owner: records

-- What became of an upload, kept for a while with every line that was rejected.
create table ingest_batches (
  organization_id text collate "C" not null references organizations (organization_id),
  batch_id text collate "C" not null,
  kind text collate "C" not null,
  received_at timestamptz not null,
  expires_at timestamptz not null,
  rejected_count bigint not null,
  primary key (organization_id, batch_id)
);

create index ingest_batches_expires_at on ingest_batches (expires_at);

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

-- How far an import from a file has come, so that an interrupted one goes on where it stopped.
create table record_imports (
  organization_id text collate "C" not null references organizations (organization_id),
  import_id text collate "C" not null,
  kind text collate "C" not null,
  byte_offset bigint not null,
  line_count bigint not null,
  accepted_count bigint not null,
  duplicate_count bigint not null,
  rejected_count bigint not null,
  updated_at timestamptz not null,
  primary key (organization_id, import_id)
);
