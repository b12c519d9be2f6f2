-- owner: notifications
-- One notification of one event to one webhook.
create table webhook_deliveries (
  -- The webhook's organization; the event may be of a descendant.
  organization_id text collate "C" not null references organizations (organization_id),
  webhook_id uuid not null,
  -- The notification id, made of the webhook and the event: an event reaches a webhook under one id.
  delivery_id uuid not null,
  event_organization_id text collate "C" not null references organizations (organization_id),
  event_id uuid not null,
  product_id text collate "C" not null,
  event_type text collate "C" not null,
  occurred_at timestamptz not null,
  subject text collate "C" not null,
  sequence_number integer not null,
  -- The order of its event.
  position bigint not null,
  -- The payload's data as JSON; null after an erasure.
  data text,
  -- ready: to be sent now, or being sent. waiting: a retry is on the agenda. held: the webhook is suspended.
  state text collate "C" not null check (state in ('ready', 'waiting', 'held', 'delivered', 'failed')),
  -- Sent in order with the other ones of its subject: first attempts, and what was held.
  is_ordered boolean not null,
  -- Attempts so far, and those since the first attempt, a replay or the end of a suspension.
  attempts integer not null default 0 check (attempts >= 0),
  attempts_of_round integer not null default 0 check (attempts_of_round between 0 and attempts),
  -- Why it failed.
  reason text,
  -- Both by the product's clock.
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (organization_id, webhook_id, delivery_id)
);
create index webhook_deliveries_ready on webhook_deliveries (organization_id, webhook_id, is_ordered, position)
  where state = 'ready';
create index webhook_deliveries_open on webhook_deliveries (organization_id, webhook_id, state)
  where state in ('waiting', 'held');
create index webhook_deliveries_list on webhook_deliveries (organization_id, webhook_id, created_at, delivery_id);
create index webhook_deliveries_event on webhook_deliveries (event_organization_id, event_id);
