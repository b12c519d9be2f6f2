-- owner: payments
-- Searches that a client can ask for again; they run again each time.
create table transaction_searches (
  organization_id text collate "C" not null references organizations (organization_id),
  search_id uuid not null,
  is_saved boolean not null,
  -- As it was requested.
  request jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, search_id)
);
create index transaction_searches_unsaved on transaction_searches (created_at) where not is_saved;
