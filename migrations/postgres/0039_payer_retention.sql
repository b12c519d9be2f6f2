-- owner: payments
-- What payers entered for attempts that led to no payment, by age: it is removed after some time.
create index payment_attempts_payer_data on payment_attempts (changed_at)
  where status in ('declined', 'rejected', 'lapsed', 'excess') and payer <> '{}'::jsonb;
