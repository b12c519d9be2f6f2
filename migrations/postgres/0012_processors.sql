-- owner: payments
-- What processors report, and the books of the sandbox processor.

-- Events of a processor about calls of ours, by its own event id: each event is handled once.
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

-- The sandbox processor's own books. It behaves as a foreign system: it writes in its own transactions, by the key that
-- Quittance gives each request, and Quittance reads them through its calls only.
create table sandbox_processor_calls (
  organization_id text collate "C" not null,
  key text collate "C" not null,
  -- What happens later is in the books too, so that a refund never exceeds what is left.
  kind text collate "C" not null
    check (kind in ('authorize', 'capture', 'reverse', 'refund', 'tombstone', 'revoke', 'chargeback', 'bankReturn',
      'disputeWon', 'disputeLost', 'refundedElsewhere', 'authorizationEnded')),
  -- The authorization that a capture, reversal or refund is about.
  of_key text collate "C",
  currency text collate "C",
  amount_minor numeric,
  -- The response whenever the processor is asked about this key.
  outcome jsonb not null,
  -- What is still to come: a review after a passed challenge, a chargeback, a return.
  behaviour jsonb not null,
  -- How the payer ended a challenge.
  challenge_result text collate "C" check (challenge_result in ('passed', 'failed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, key)
);
create index sandbox_processor_calls_of on sandbox_processor_calls (organization_id, of_key) where of_key is not null;
