-- owner: payments
-- Calls to a processor that have no outcome yet: few, and counted by `quittance doctor`.
create index payment_attempts_open on payment_attempts (called_at) where status in ('started', 'waiting', 'unknown', 'pending');
