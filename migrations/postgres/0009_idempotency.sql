-- owner: platform
-- Requests that named an Idempotency-Key, and the answers they got.
create table idempotency_keys (
  organization_id text collate "C" not null,
  method text collate "C" not null,
  path text collate "C" not null,
  key text collate "C" not null,
  -- A keyed hash of what was asked.
  fingerprint bytea not null,
  -- Who is working on it: the claim changes hands when its node has died, and only its holder may answer.
  -- Once nobody may change the answer any more, the node is null.
  claim uuid not null,
  node text collate "C",
  claimed_at timestamptz not null,
  -- The answer, encrypted; null while there is none.
  sealed_answer bytea,
  answered_at timestamptz,
  primary key (organization_id, method, path, key),
  check ((sealed_answer is null) = (answered_at is null)),
  check (node is not null or sealed_answer is not null)
);
create index idempotency_keys_age on idempotency_keys (claimed_at);
