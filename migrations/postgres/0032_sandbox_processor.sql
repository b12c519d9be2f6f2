-- owner: payments
-- The sandbox processor's own books. It behaves as a foreign system: it writes in its own transactions, keyed by
-- what Quittance calls each request, and Quittance reads them through its calls only.
create table sandbox_processor_calls (
  organization_id text collate "C" not null,
  key text collate "C" not null,
  kind text collate "C" not null check (kind in ('authorize', 'capture', 'reverse', 'refund', 'tombstone')),
  -- The authorization that a capture, reversal or refund is about.
  of_key text collate "C",
  currency text collate "C",
  amount_minor numeric,
  -- What the processor answers whenever it is asked about this key.
  outcome jsonb not null,
  -- What is still to come: a review after a passed challenge, a chargeback, a return.
  behaviour jsonb not null,
  -- How the payer ended a challenge.
  challenge_result text collate "C" check (challenge_result in ('passed', 'failed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, key)
);
create index sandbox_processor_calls_of on sandbox_processor_calls (organization_id, of_key) where of_key is not null;
