-- owner: payments
-- The batch in which the sandbox settled a charge or refund; null until its day has ended, and with other processors.
alter table payment_attempts add column batch_id text collate "C";
create index payment_attempts_unbatched on payment_attempts (organization_id, changed_at, attempt_id)
  where batch_id is null and processor = 'sandbox' and status = 'approved' and kind in ('charge', 'refund');

-- What happens later is in the sandbox's books too, so that a refund never exceeds what is left.
alter table sandbox_processor_calls drop constraint sandbox_processor_calls_kind_check;
alter table sandbox_processor_calls add constraint sandbox_processor_calls_kind_check
  check (kind in ('authorize', 'capture', 'reverse', 'refund', 'tombstone', 'chargeback', 'bankReturn', 'disputeWon',
    'disputeLost', 'refundedElsewhere', 'authorizationEnded'));
