-- owner: payments
-- What a processor reported about a call of ours, by its own event id: each event is handled once.
create table processor_events (
  organization_id text collate "C" not null references organizations (organization_id),
  processor text collate "C" not null,
  event_id text collate "C" not null check (length(event_id) between 1 and 255),
  event_type text collate "C" not null check (event_type in
    ('outcome', 'chargeback', 'bankReturn', 'disputeEnded', 'refundedElsewhere', 'refundFailed', 'authorizationEnded')),
  -- The charge or follow-up that it is about.
  attempt_id text collate "C" not null,
  received_at timestamptz not null,
  primary key (organization_id, processor, event_id)
);

-- Ends that were reported before what they end: they are taken when it is reported itself.
create table processor_early_ends (
  organization_id text collate "C" not null references organizations (organization_id),
  -- The charge or refund that the event named.
  attempt_id text collate "C" not null,
  event_type text collate "C" not null check (event_type in ('disputeEnded', 'refundFailed')),
  -- The processor's own id of the dispute or refund.
  reference text collate "C" not null,
  -- How a dispute ended, or why a refund failed.
  result text collate "C" not null,
  ended_at timestamptz not null,
  primary key (organization_id, attempt_id, event_type, reference)
);

-- Payments whose money was taken back from the merchant: by a cardholder's chargeback, or by a bank's return.
create table payment_disputes (
  organization_id text collate "C" not null references organizations (organization_id),
  dispute_id text collate "C" not null check (dispute_id ~ '^[0-9]{22}$'),
  kind text collate "C" not null check (kind in ('chargeback', 'return')),
  payment_id text collate "C" not null,
  -- The call that it is about: the payment's charge, or one of its refunds.
  attempt_id text collate "C" not null,
  currency text collate "C" not null,
  amount_minor numeric not null check (amount_minor >= 0 and amount_minor = trunc(amount_minor)),
  reason_code text collate "C" not null,
  -- The processor's id of the event that reported it.
  event_id text collate "C" not null,
  -- The processor's own id of the dispute.
  reference text collate "C" not null,
  occurred_at timestamptz not null,
  status text collate "C" not null check (status in ('open', 'won', 'lost')),
  ended_at timestamptz,
  primary key (organization_id, dispute_id),
  -- However many events report it, a dispute is recorded once.
  unique (organization_id, attempt_id, reference),
  check ((status = 'open') = (ended_at is null))
);
create index payment_disputes_payment on payment_disputes (organization_id, payment_id);
