-- owner: portal
-- What people keep in the portal.

-- Named lists of invoices: filters, order and columns. A personal view is for its maker only, a shared one for everyone who
-- may see the organization's invoices.
create table saved_views (
  organization_id text collate "C" not null references organizations (organization_id),
  view_id uuid not null,
  -- Its maker.
  person_id uuid not null references persons (person_id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  is_shared boolean not null,
  -- The query of the list's address, without the question mark. It may name a customer.
  query text not null check (length(query) <= 2000),
  columns text[] not null check (cardinality(columns) <= 20),
  -- By the machine's clock.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, view_id)
);
create index saved_views_person on saved_views (organization_id, person_id);
create index saved_views_shared on saved_views (organization_id) where is_shared;
-- An erased person's views are removed with the person.
create index saved_views_maker on saved_views (person_id);

-- What people typed into forms and have not saved. It is their own, and has no effect.
create table kept_edits (
  organization_id text collate "C" not null references organizations (organization_id),
  person_id uuid not null references persons (person_id) on delete cascade,
  -- The form: invoice:new, or invoice: and the number.
  about text collate "C" not null check (length(about) between 1 and 60),
  -- The texts of the form as JSON. They may name a customer.
  content text not null check (length(content) <= 120000),
  -- By the machine's clock.
  kept_at timestamptz not null,
  primary key (organization_id, person_id, about)
);
-- Old ones are deleted.
create index kept_edits_kept_at on kept_edits (kept_at);
-- An erased person's edits are removed with the person.
create index kept_edits_person on kept_edits (person_id);
