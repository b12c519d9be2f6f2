-- owner: records
-- Rows of the outbox that the record store has and a backup of the record store may not have yet. They stay until it has
-- them, and only while backups are scheduled: a restore to a later moment delivers them again.

create table record_outbox_delivered (
  organization_id text collate "C" not null references organizations (organization_id),
  outbox_id bigint not null,
  kind text collate "C" not null,
  merchant_id text collate "C" not null,
  occurred_at timestamptz not null,
  record jsonb not null,
  record_bytes integer not null,
  written_at timestamptz not null,
  -- After the record store had it, by PostgreSQL's clock.
  delivered_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, outbox_id)
);
create index record_outbox_delivered_order on record_outbox_delivered (delivered_at);
