-- owner: notifications
-- Webhook subscriptions: where an organization wants to be notified of events. Nothing here is personal.
create table webhooks (
  organization_id text collate "C" not null references organizations (organization_id),
  webhook_id uuid not null,
  name text not null,
  description text,
  -- As the API takes them: [{productId, eventTypes}].
  products jsonb not null,
  -- The events of all products.
  event_types text[] not null check (cardinality(event_types) between 1 and 100),
  webhook_url text not null,
  health_check_url text,
  -- SELF: events of the organization alone. DESCENDANTS: of all organizations below it, too.
  notification_scope text collate "C" not null check (notification_scope in ('SELF', 'DESCENDANTS')),
  -- If not null, only events of these organizations.
  scope_organizations text[] collate "C",
  retry_policy jsonb not null,
  security_policy jsonb not null,
  status text collate "C" not null check (status in ('ACTIVE', 'INACTIVE', 'SUSPENDED')),
  -- Why it has this status, as NEW or RETRIES_EXHAUSTED.
  status_reason text collate "C" not null,
  -- By the product's clock: when the receiver is to be asked whether it is there; null for never.
  health_check_due_at timestamptz,
  -- By the product's clock.
  created_on timestamptz not null,
  updated_on timestamptz not null,
  -- Its deliveries stay listed.
  deleted_at timestamptz,
  primary key (organization_id, webhook_id)
);
-- A request names a webhook without its organization.
create index webhooks_id on webhooks (webhook_id);
create index webhooks_health_checks on webhooks (health_check_due_at)
  where health_check_due_at is not null and deleted_at is null;
