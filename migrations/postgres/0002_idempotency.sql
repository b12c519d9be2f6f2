-- owner: platform
-- Requests with an Idempotency-Key, and their stored responses.

create table idempotency_keys (
  organization_id text collate "C" not null,
  method text collate "C" not null,
  path text collate "C" not null,
  key text collate "C" not null,
  -- A keyed hash of the request.
  fingerprint bytea not null,
  -- Who works on it: the claim changes hands when its node has died, and only its holder may respond. The node is null
  -- once nobody may change the response any more.
  claim uuid not null,
  node text collate "C",
  claimed_at timestamptz not null,
  -- The response, encrypted; null while there is none.
  sealed_answer bytea,
  answered_at timestamptz,
  primary key (organization_id, method, path, key),
  check ((sealed_answer is null) = (answered_at is null)),
  check (node is not null or sealed_answer is not null)
);
create index idempotency_keys_age on idempotency_keys (claimed_at);

-- Bytes of stored responses by organization and hour.
create table idempotency_usage (
  organization_id text collate "C" not null,
  hour timestamptz not null,
  bytes bigint not null,
  primary key (organization_id, hour)
);
