-- owner: invoicing
-- Several payments of an invoice may be under review at once; it is PENDING until the last of them is decided on.
alter table invoices add column open_reviews integer not null default 0 check (open_reviews >= 0);
-- The last status without a payment: an invoice returns to it when every payment is reversed.
alter table invoices add column status_before_payment text collate "C"
  check (status_before_payment in ('CREATED', 'SENT'));
