-- owner: notifications
-- Which node sends to a webhook now: one at a time, so that notifications stay in order. By PostgreSQL's clock.
create table webhook_lanes (
  organization_id text collate "C" not null references organizations (organization_id),
  webhook_id uuid not null,
  kind text collate "C" not null check (kind in ('ordered', 'retries', 'health')),
  leased_by uuid not null,
  leased_until timestamptz not null,
  primary key (organization_id, webhook_id, kind)
);

-- Webhooks whose receivers are to be asked now whether they are healthy.
create table webhook_health_checks (
  organization_id text collate "C" not null references organizations (organization_id),
  webhook_id uuid not null,
  -- The moment of the agenda that it was due at, by the product's clock.
  due_at timestamptz not null,
  primary key (organization_id, webhook_id)
);

-- The mail that was handed over names its event.
create index events_of_mail on events (organization_id, waits_for_mail) where waits_for_mail is not null;

-- Deliveries of webhooks that are no longer suspended are found by these.
create index webhook_deliveries_held on webhook_deliveries (organization_id, webhook_id) where state = 'held';
