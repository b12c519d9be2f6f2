-- owner: notifications
-- What was sent to a webhook and what it answered. The body of the request is made of the delivery and the retry number.
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
  -- Null if no answer came.
  response_status integer,
  response_headers jsonb,
  -- The beginning of it.
  response_body text,
  -- Why no answer came, or why it does not count.
  problem text,
  primary key (organization_id, webhook_id, delivery_id, attempt),
  foreign key (organization_id, webhook_id, delivery_id)
    references webhook_deliveries (organization_id, webhook_id, delivery_id) on delete cascade
);
