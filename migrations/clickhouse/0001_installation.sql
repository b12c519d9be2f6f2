-- owner: platform
-- Which installation the records here belong to, so that two never share one store by mistake.
create table if not exists installation (
  id UUID,
  claimed_at DateTime64(3, 'UTC') default now64(3)
) engine = MergeTree order by id;
