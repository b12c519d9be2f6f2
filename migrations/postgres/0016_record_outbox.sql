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
  written_at timestamptz not null default clock_timestamp(),
  -- Who waits for everything before an instant also waits for transactions that are still open.
  transaction_id xid8 not null default pg_current_xact_id(),
  refusal text,
  primary key (organization_id, outbox_id)
);

create index record_outbox_waiting on record_outbox (outbox_id) where refusal is null;
create index record_outbox_occurred_at on record_outbox (occurred_at) where refusal is null;
