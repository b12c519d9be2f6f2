-- owner: payments
-- Attempts, payments, and what follows from them. Card data that a payer entered is in none of these tables.

-- Each call to a processor that moves money, with our own key.
create table payment_attempts (
  organization_id text collate "C" not null references organizations (organization_id),
  -- A request id: the key that the processor gets, and the transaction's id in every route and record.
  attempt_id text collate "C" not null check (attempt_id ~ '^[0-9]{22}$'),
  kind text collate "C" not null check (kind in ('charge', 'capture', 'reverse', 'refund')),
  -- The charge that it belongs to; a charge belongs to itself.
  payment_id text collate "C" not null,
  invoice_number text collate "C" not null,
  -- The same for every repetition of one request, such as a double click.
  request_key text collate "C" not null check (length(request_key) between 1 and 255),
  status text collate "C" not null check (status in
    ('started', 'waiting', 'lapsed', 'unknown', 'pending', 'review', 'approved', 'declined', 'rejected', 'excess')),
  -- Whether its amount is reserved on the invoice.
  is_reserved boolean not null,
  processor text collate "C" not null,
  -- The account of the processor that took the charge; everything later about it goes there.
  processor_account text collate "C" not null,
  -- 'hosted' until the processor has said what the payer chose on its page; then that, by its own name if need be.
  method text collate "C" not null,
  -- Whether the payer pays on the processor's own page.
  is_hosted boolean not null,
  -- The token that the merchant charged; null if a payer paid.
  token_id uuid,
  currency text collate "C" not null,
  amount_minor numeric not null check (amount_minor > 0 and amount_minor = trunc(amount_minor)),
  decline_reason text collate "C",
  -- The processor's response, without card data.
  facts jsonb,
  challenge_url text,
  -- The reason of a refund, or the note of a reviewer.
  note text,
  -- What the payer entered besides the means of payment.
  payer jsonb not null,
  -- The address_code of payment_declines, and the codes of payment_networks for the payer's network and the range around
  -- it, while the attempt is open; removed when it is decided.
  address_code bytea,
  network_code bytea,
  range_code bytea,
  -- The batch in which the sandbox settled a charge or refund; null until its day has ended, and with other processors.
  batch_id text collate "C",
  -- By the product's clock.
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- By the database's clock, which no test moves.
  called_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, attempt_id),
  unique (organization_id, invoice_number, kind, request_key)
);
create index payment_attempts_payment on payment_attempts (organization_id, payment_id);
-- Read every few seconds: calls whose node died before it could record the response.
create index payment_attempts_started on payment_attempts (called_at) where status = 'started';
-- Calls that have no outcome yet: few, and counted by `quittance doctor`.
create index payment_attempts_open on payment_attempts (called_at)
  where status in ('started', 'waiting', 'unknown', 'pending');
create index payment_attempts_address on payment_attempts (organization_id, invoice_number, address_code)
  where address_code is not null;
create index payment_attempts_network on payment_attempts (network_code) where network_code is not null;
-- What payers entered for attempts that led to no payment is removed after some time.
create index payment_attempts_payer_data on payment_attempts (changed_at)
  where status in ('declined', 'rejected', 'lapsed', 'excess') and payer <> '{}'::jsonb;
-- The latest attempts of a merchant's payers, and those that were declined: few, unless somebody tests stolen cards.
create index payment_attempts_recent on payment_attempts (organization_id, called_at)
  where kind = 'charge' and token_id is null;
create index payment_attempts_declined on payment_attempts (organization_id, called_at)
  where kind = 'charge' and token_id is null and status = 'declined';
-- The last charge of a token.
create index payment_attempts_token on payment_attempts (organization_id, token_id, created_at)
  where token_id is not null and kind = 'charge';
-- The accounts that a customer agreed to have stored.
create index payment_attempts_consenting_id on payment_attempts
  (organization_id, (payer #>> '{consent,customer,merchantCustomerId}')) where payer ? 'consent';
create index payment_attempts_consenting_email on payment_attempts
  (organization_id, lower(payer #>> '{consent,customer,email}')) where payer ? 'consent';
create index payment_attempts_unbatched on payment_attempts (organization_id, changed_at, attempt_id)
  where batch_id is null and processor = 'sandbox' and status = 'approved' and kind in ('charge', 'refund');

-- Money received for an invoice, or authorized and under review.
create table payments (
  organization_id text collate "C" not null references organizations (organization_id),
  payment_id text collate "C" not null check (payment_id ~ '^[0-9]{22}$'),
  invoice_number text collate "C" not null,
  origin text collate "C" not null check (origin in ('processor', 'external')),
  status text collate "C" not null check (status in ('REVIEW', 'COMPLETED', 'REJECTED', 'REVERSED')),
  method text collate "C" not null,
  currency text collate "C" not null,
  amount_minor numeric not null check (amount_minor > 0 and amount_minor = trunc(amount_minor)),
  -- Refunds that are completed or still under way.
  refunded_minor numeric not null default 0
    check (refunded_minor >= 0 and refunded_minor <= amount_minor and refunded_minor = trunc(refunded_minor)),
  received_at timestamptz not null,
  -- When the authorization of a payment under review ends; null if the processor names no time.
  decide_by timestamptz,
  -- Date and note of an external payment, the decision of a review, the reason of a reversal.
  details jsonb not null,
  primary key (organization_id, payment_id)
);
create index payments_invoice on payments (organization_id, invoice_number, received_at);
create index payments_in_review on payments (organization_id, received_at) where status = 'REVIEW';

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

-- Money that moved against expectation, for somebody to look at. An alert is open until it is acknowledged.
create table payment_alerts (
  organization_id text collate "C" not null references organizations (organization_id),
  alert_id uuid not null,
  kind text collate "C" not null
    check (kind in ('late-charge-reversed', 'reversal-failed', 'payment-disputed', 'payment-returned', 'refund-failed',
      'refund-exceeds-payment', 'card-testing')),
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

-- Declined attempts on one payment link, by network address and in total: further attempts have to wait. Rows are
-- short-lived. All times are by the database's clock, which no test moves.
create table payment_declines (
  organization_id text collate "C" not null references organizations (organization_id),
  invoice_number text collate "C" not null,
  -- A keyed hash of organization, invoice and network address, pseudonymous personal data; empty for the link as a whole.
  address_code bytea not null,
  -- Halves are tiny parts that were approved.
  declines double precision not null default 0 check (declines >= 0),
  -- Of the link as a whole: payments that were approved since its first decline.
  approvals integer not null default 0 check (approvals >= 0),
  last_declined_at timestamptz,
  -- When the address, which was asked to wait because of others' declines, may try.
  admitted_from timestamptz,
  -- The same because of its own declines on all links.
  network_admitted_from timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, invoice_number, address_code)
);
create index payment_declines_changed on payment_declines (changed_at);

-- The recent outcomes of networks with declines, and of the /24 or /48 around them, over all links of all merchants. The
-- numbers fade with the time since counted_at, by the database's clock; rows are deleted after an hour.
create table payment_networks (
  -- A keyed hash of a network address or of a range, pseudonymous personal data. No row says who pays what: codes are in
  -- payment_attempts only while an attempt is open.
  code bytea primary key,
  -- Declines that still weigh: one less every minute, and by every approved payment.
  load double precision not null check (load >= 0),
  -- Declines and approvals whose weight halves every five minutes.
  declines double precision not null check (declines >= 0),
  approvals double precision not null default 0 check (approvals >= 0),
  counted_at timestamptz not null default clock_timestamp()
);
create index payment_networks_counted on payment_networks (counted_at);

-- Merchants on whose links somebody tests stolen cards, or did so: one row for the latest episode of each. While it lasts,
-- payers are challenged. All times are by the database's clock, which no test moves.
create table card_testing_episodes (
  organization_id text collate "C" primary key references organizations (organization_id),
  -- When it began or, after a pause, was resumed.
  began_at timestamptz not null default clock_timestamp(),
  -- Null while it lasts.
  ended_at timestamptz,
  -- Episodes so far; one that is resumed counts once.
  episodes integer not null default 1 check (episodes > 0)
);

-- Tokens that merchants made of payments whose payer agreed to have the account stored. Nothing here is personal: the
-- processor's reference, encrypted, is in facts of the charge's attempt, and the consent in payer; an erasure removes
-- both.
create table payment_tokens (
  organization_id text collate "C" not null references organizations (organization_id),
  token_id uuid not null,
  payment_id text collate "C" not null check (payment_id ~ '^[0-9]{22}$'),
  created_at timestamptz not null,
  -- When the processor had made the account unusable; its reference is gone since.
  revoked_at timestamptz,
  primary key (organization_id, token_id),
  -- A payment has one token.
  unique (organization_id, payment_id)
);
create index payment_tokens_listed on payment_tokens (organization_id, created_at, token_id);

-- Searches that a client can repeat; they run again each time.
create table transaction_searches (
  organization_id text collate "C" not null references organizations (organization_id),
  search_id uuid not null,
  is_saved boolean not null,
  -- As it was requested.
  request jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, search_id)
);
create index transaction_searches_unsaved on transaction_searches (created_at) where not is_saved;
