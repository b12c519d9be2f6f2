-- owner: platform
-- How many bytes of responses were stored for each organization, by the hour.
create table idempotency_usage (
  organization_id text collate "C" not null,
  hour timestamptz not null,
  bytes bigint not null,
  primary key (organization_id, hour)
);
