-- owner: notifications
-- Webhooks: signing keys, subscriptions, deliveries, and the receivers that a sandbox has itself.

-- Keys that sign notifications. An organization has one at a time; a replaced key keeps its row without the secret, so
-- that a signature made with it can be named as such.
create table webhook_signing_keys (
  organization_id text collate "C" not null references organizations (organization_id),
  key_id uuid not null,
  -- Encrypted; the context is the organization and the key's id.
  sealed_key bytea,
  -- By the machine's clock, as expiry is.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  check ((replaced_at is null) = (sealed_key is not null)),
  primary key (organization_id, key_id)
);
create unique index webhook_signing_keys_current on webhook_signing_keys (organization_id) where replaced_at is null;

-- Subscriptions: where an organization wants to be notified of events. They contain no personal data.
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
  -- As NEW or RETRIES_EXHAUSTED.
  status_reason text collate "C" not null,
  -- By the product's clock: when the next health check is due; null for never.
  health_check_due_at timestamptz,
  -- By the product's clock.
  created_on timestamptz not null,
  updated_on timestamptz not null,
  -- The deliveries of a deleted webhook stay listed.
  deleted_at timestamptz,
  primary key (organization_id, webhook_id)
);
-- A request names a webhook without its organization.
create index webhooks_id on webhooks (webhook_id);
create index webhooks_health_checks on webhooks (health_check_due_at)
  where health_check_due_at is not null and deleted_at is null;

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
  -- That of its event.
  position bigint not null,
  -- The payload's data as JSON; null after an erasure.
  data text,
  -- ready: to be sent now, or being sent. waiting: a retry is on the agenda. held: the webhook is suspended.
  state text collate "C" not null check (state in ('ready', 'waiting', 'held', 'delivered', 'failed')),
  -- Sent in order with the others of its subject: first attempts, and deliveries that were held.
  is_ordered boolean not null,
  -- Attempts so far, and those since the first attempt, a replay or the end of a suspension.
  attempts integer not null default 0 check (attempts >= 0),
  attempts_of_round integer not null default 0 check (attempts_of_round between 0 and attempts),
  -- Why it failed.
  reason text,
  -- Both by the product's clock.
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- By the machine's clock: a long move of the sandbox clock does not remove what was sent on its way.
  kept_since timestamptz not null default now(),
  primary key (organization_id, webhook_id, delivery_id)
);
create index webhook_deliveries_ready on webhook_deliveries (organization_id, webhook_id, is_ordered, position)
  where state = 'ready';
create index webhook_deliveries_open on webhook_deliveries (organization_id, webhook_id, state)
  where state in ('waiting', 'held');
-- Finds deliveries of webhooks that are no longer suspended.
create index webhook_deliveries_held on webhook_deliveries (organization_id, webhook_id) where state = 'held';
create index webhook_deliveries_list on webhook_deliveries (organization_id, webhook_id, created_at, delivery_id);
create index webhook_deliveries_event on webhook_deliveries (event_organization_id, event_id);
-- Finished deliveries are removed when they expire.
create index webhook_deliveries_ended on webhook_deliveries (changed_at) where state in ('delivered', 'failed');

-- Requests to a webhook and their responses. The request's body is made of the delivery and the retry number.
create table webhook_attempts (
  organization_id text collate "C" not null,
  webhook_id uuid not null,
  delivery_id uuid not null,
  -- Counts the attempts of a delivery from 0.
  attempt integer not null check (attempt >= 0),
  retry_number integer not null check (retry_number >= 0),
  -- By the product's clock; the signature has the machine's time.
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  request_url text not null,
  request_headers jsonb not null,
  -- Null without a response.
  response_status integer,
  response_headers jsonb,
  -- Only its beginning.
  response_body text,
  -- Why there was no response, or why it does not count.
  problem text,
  primary key (organization_id, webhook_id, delivery_id, attempt),
  foreign key (organization_id, webhook_id, delivery_id)
    references webhook_deliveries (organization_id, webhook_id, delivery_id) on delete cascade
);

-- The node that sends to a webhook now: one at a time, so that notifications stay in order. By PostgreSQL's clock.
create table webhook_lanes (
  organization_id text collate "C" not null references organizations (organization_id),
  webhook_id uuid not null,
  kind text collate "C" not null check (kind in ('ordered', 'retries', 'health')),
  leased_by uuid not null,
  leased_until timestamptz not null,
  primary key (organization_id, webhook_id, kind)
);

-- Webhooks whose health check is to be made now.
create table webhook_health_checks (
  organization_id text collate "C" not null references organizations (organization_id),
  webhook_id uuid not null,
  -- The due time that the agenda had, by the product's clock.
  due_at timestamptz not null,
  primary key (organization_id, webhook_id)
);

-- Receivers that a sandbox has itself: how each answers the deliveries of an organization.
create table sandbox_receivers (
  organization_id text collate "C" not null references organizations (organization_id),
  name text collate "C" not null,
  status integer not null,
  delay_ms integer not null,
  primary key (organization_id, name)
);

-- Notifications that they received. A delivery needs no credentials, so its organization is the one that it names.
create table sandbox_received (
  organization_id text collate "C" not null references organizations (organization_id),
  name text collate "C" not null,
  -- In the order of arrival.
  received_nr bigint generated always as identity,
  -- By the machine's clock.
  received_at timestamptz not null,
  headers jsonb not null,
  body text not null,
  -- The address in it, in lower case, by which an erasure finds it.
  email_to text,
  answered integer not null,
  is_verified boolean not null,
  -- Why the signature did not verify.
  reason text,
  primary key (organization_id, name, received_nr)
);
create index sandbox_received_age on sandbox_received (received_at);
-- These expire sooner.
create index sandbox_received_unverified_age on sandbox_received (received_at) where not is_verified;
