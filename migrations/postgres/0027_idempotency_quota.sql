-- owner: platform
-- How many bytes of responses were stored for each organization, by the hour; several rows of an hour, so that
-- requests of one organization do not wait for each other.
create table idempotency_usage (
  organization_id text collate "C" not null,
  hour timestamptz not null,
  shard smallint not null,
  bytes bigint not null,
  primary key (organization_id, hour, shard)
);
-- Long parts of stored responses, encrypted, once for all responses of an organization that have them.
create table idempotency_parts (
  organization_id text collate "C" not null,
  -- A keyed hash of the part.
  hash bytea not null,
  sealed bytea not null,
  kept_until timestamptz not null,
  primary key (organization_id, hash)
);
create index idempotency_parts_age on idempotency_parts (kept_until);
