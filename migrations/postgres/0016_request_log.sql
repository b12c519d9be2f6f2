-- owner: portal
-- What programs and people asked of the API lately, for those who look for a mistake.

-- Unlogged: it is written often and worth little, so a crash of the database may empty it, and nothing refers to it.
create unlogged table request_log (
  organization_id text collate "C" not null,
  position bigint generated always as identity,
  -- As in the response and in the log of the service.
  request_id text not null,
  -- By the machine's clock.
  at timestamptz not null,
  method text not null,
  -- With its query, which may name a customer.
  path text not null check (length(path) <= 2000),
  status smallint not null,
  duration_ms integer not null,
  -- Either a key or a person.
  key_id text,
  person_id uuid,
  -- Of a refusal: its code, its sentence, and the fields with their reasons.
  reason text,
  message text,
  problems jsonb,
  -- In sandbox mode only, without secrets and card data.
  request_body text,
  response_body text,
  primary key (organization_id, position),
  check ((key_id is null) <> (person_id is null))
);
-- Old ones are deleted.
create index request_log_at on request_log (at);
