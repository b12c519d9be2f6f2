-- owner: portal
-- Who is deciding on which review, and which list a saved view is of.

-- Payments under review that somebody looks at now, so that two people are not on one without knowing. A claim ends soon
-- unless the person's page renews it; it forbids nothing. Ended ones are deleted with the next claim.
create table review_claims (
  organization_id text collate "C" not null references organizations (organization_id),
  payment_id text collate "C" not null check (payment_id ~ '^[0-9]{22}$'),
  person_id uuid not null references persons (person_id) on delete cascade,
  -- By the machine's clock.
  claimed_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (organization_id, payment_id)
);
-- An erased person's claims are removed with the person.
create index review_claims_person on review_claims (person_id);

-- Views from before are of invoices, which is also what an earlier version creates.
alter table saved_views add column list text collate "C" not null default 'invoices'
  check (list in ('invoices', 'transactions'));
