-- owner: records
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
