-- owner: records
-- What the record store needs in PostgreSQL: the outbox, uploads and imports, retention and erasures.

-- Records that other components write in the transaction of what they describe. A loader moves them to the record store
-- and deletes them; one that cannot be stored keeps its row and says why.
create table record_outbox (
  organization_id text collate "C" not null references organizations (organization_id),
  outbox_id bigint generated always as identity,
  kind text collate "C" not null,
  merchant_id text collate "C" not null,
  occurred_at timestamptz not null,
  record jsonb not null,
  -- Bounds the batches.
  record_bytes integer not null,
  written_at timestamptz not null default clock_timestamp(),
  refusal text,
  primary key (organization_id, outbox_id)
);
-- Each kind has a table of its own in the record store, and so batches of its own.
create index record_outbox_waiting on record_outbox (kind, outbox_id) where refusal is null;
create index record_outbox_refused on record_outbox (outbox_id) where refusal is not null;

-- Uploads with rejected lines, for as long as these can be read.
create table ingest_batches (
  organization_id text collate "C" not null references organizations (organization_id),
  batch_id text collate "C" not null,
  kind text collate "C" not null,
  received_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, batch_id)
);

-- Rejected lines in order, many to a chunk, compressed.
create table ingest_rejections (
  organization_id text collate "C" not null,
  batch_id text collate "C" not null,
  chunk integer not null,
  content bytea not null,
  primary key (organization_id, batch_id, chunk),
  foreign key (organization_id, batch_id) references ingest_batches (organization_id, batch_id)
    on delete cascade
);

-- Uploads of which some batches are stored and which have no audit entry yet. A row is written with a batch and removed
-- with the upload's entry. If the service is killed in between, a job writes the entry.
create table ingest_uploads (
  organization_id text collate "C" not null references organizations (organization_id),
  upload_id text collate "C" not null,
  kind text collate "C" not null,
  actor jsonb not null,
  accepted_count bigint not null check (accepted_count >= 0),
  duplicate_count bigint not null check (duplicate_count >= 0),
  rejected_count bigint not null check (rejected_count >= 0),
  updated_at timestamptz not null,
  primary key (organization_id, upload_id)
);

-- How far an import from a file has come, so that an interrupted one continues where it stopped.
create table record_imports (
  organization_id text collate "C" not null references organizations (organization_id),
  import_id text collate "C" not null,
  kind text collate "C" not null,
  byte_offset bigint not null,
  -- Of all bytes before the offset: the input is recognized by it.
  prefix_hash bytea not null,
  line_count bigint not null,
  accepted_count bigint not null,
  duplicate_count bigint not null,
  rejected_count bigint not null,
  warning_count bigint not null,
  updated_at timestamptz not null,
  primary key (organization_id, import_id)
);

-- Organizations whose records are kept for another time than the installation's.
create table record_retention (
  organization_id text collate "C" primary key references organizations (organization_id),
  months integer not null check (months between 1 and 240),
  updated_at timestamptz not null
);

-- Ids of records that an erasure has found and not blanked yet. An interrupted erasure continues with them.
create table record_erasure_targets (
  organization_id text collate "C" not null references organizations (organization_id),
  target_id uuid not null,
  targets jsonb not null,
  primary key (organization_id, target_id)
);
