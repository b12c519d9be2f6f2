-- owner: invoicing
-- Searches look for a text anywhere in five fields, in any letter case: an index of trigrams finds it. It begins with
-- the organization, so that a search never looks at the invoices of others.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create index invoices_search on invoices using gin (
  organization_id,
  invoice_number gin_trgm_ops,
  customer_name gin_trgm_ops,
  customer_email gin_trgm_ops,
  (terms -> 'customer' ->> 'companyName') gin_trgm_ops,
  (terms ->> 'description') gin_trgm_ops
  -- What has been added lately is merged in small portions, so that no write waits long for it.
) with (gin_pending_list_limit = 1024);
