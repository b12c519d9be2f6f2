-- owner: invoicing
-- How an organization's invoices, payment pages and mails look; what was never set is not in it.
create table invoice_settings (
  organization_id text collate "C" primary key references organizations (organization_id),
  settings jsonb not null,
  -- As it is shown, without metadata.
  logo bytea,
  logo_type text check (logo_type in ('image/gif', 'image/jpeg', 'image/png')),
  submitted_at timestamptz not null,
  check ((logo is null) = (logo_type is null))
);
