-- owner: invoicing
-- Overdue balances, by due date, in all currencies: read from this index alone. Paid and canceled invoices are not in it.
create index invoices_owed on invoices (organization_id, due_on) include (currency, balance_minor)
  where status in ('CREATED', 'SENT', 'PARTIAL', 'PENDING');
