-- owner: records

-- Records that other components write in the transaction of what they tell of. A loader moves them to the
-- record store and deletes them; one that cannot be stored keeps its row and says why.
create table record_outbox (
  organization_id text collate "C" not null references organizations (organization_id),
  outbox_id bigint generated always as identity,
  kind text collate "C" not null,
  merchant_id text collate "C" not null,
  occurred_at timestamptz not null,
  record jsonb not null,
  -- Batches are bounded by it.
  record_bytes integer not null,
  written_at timestamptz not null default clock_timestamp(),
  refusal text,
  primary key (organization_id, outbox_id)
);

-- Each kind has a table of its own in the record store, and so batches of its own.
create index record_outbox_waiting on record_outbox (kind, outbox_id) where refusal is null;
create index record_outbox_refused on record_outbox (outbox_id) where refusal is not null;
