-- owner: notifications
-- What happened, for whoever wants to be told: written in the transaction of the change itself.
create table events (
  organization_id text collate "C" not null references organizations (organization_id),
  event_id uuid not null,
  -- As webhooks name it: invoicing.customer.invoice.send.
  event_type text collate "C" not null,
  -- By the product's clock.
  occurred_at timestamptz not null,
  -- What it happened to, as invoice:1042.
  subject text collate "C" not null,
  -- The facts as they were at that moment.
  payload jsonb not null,
  primary key (organization_id, event_id)
);
create index events_order on events (organization_id, occurred_at);
