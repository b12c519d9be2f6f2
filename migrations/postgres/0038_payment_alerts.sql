-- owner: payments
-- What somebody has to look at: money that moved against expectation. An alert is open until it is acknowledged.
create table payment_alerts (
  organization_id text collate "C" not null references organizations (organization_id),
  alert_id uuid not null,
  kind text collate "C" not null
    check (kind in ('late-charge-reversed', 'reversal-failed', 'payment-disputed', 'payment-returned', 'refund-failed',
      'refund-exceeds-payment')),
  payment_id text collate "C" not null,
  invoice_number text collate "C" not null,
  currency text collate "C" not null,
  amount_minor numeric not null check (amount_minor >= 0 and amount_minor = trunc(amount_minor)),
  -- By the product's clock.
  raised_at timestamptz not null,
  -- By the machine's clock.
  acknowledged_at timestamptz,
  primary key (organization_id, alert_id)
);
create index payment_alerts_open on payment_alerts (raised_at) where acknowledged_at is null;
