-- owner: payments
-- Declined attempts on one payment link, by network address and in total: further attempts have to wait. Rows are short-lived.
create table payment_declines (
  organization_id text collate "C" not null references organizations (organization_id),
  invoice_number text collate "C" not null,
  -- A keyed hash of organization, invoice and network address, pseudonymous personal data; empty for the link as a whole.
  address_code bytea not null,
  declines integer not null default 0 check (declines >= 0),
  last_declined_at timestamptz,
  -- When the address, which was asked to wait because of others' declines, may try.
  admitted_from timestamptz,
  -- All times here are by the database's clock, which no test moves.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, invoice_number, address_code)
);
create index payment_declines_changed on payment_declines (changed_at);

-- The same code, while the attempt is open; removed when it is decided.
alter table payment_attempts add column address_code bytea;
create index payment_attempts_address on payment_attempts (organization_id, invoice_number, address_code)
  where address_code is not null;
