-- owner: payments
-- Each call to a processor that moves money, with our own key. What a payer typed into card fields is not in here.
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
  method text collate "C" not null,
  -- Whether the payer pays on the processor's own page.
  is_hosted boolean not null,
  currency text collate "C" not null,
  amount_minor numeric not null check (amount_minor > 0 and amount_minor = trunc(amount_minor)),
  decline_reason text collate "C",
  -- What the processor said, without card data.
  facts jsonb,
  challenge_url text,
  -- Why a refund was made, or what a reviewer said.
  note text,
  -- What the payer entered besides the means of payment.
  payer jsonb not null,
  -- By the product's clock.
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- By the database's clock, which no test moves.
  called_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, attempt_id),
  unique (organization_id, invoice_number, kind, request_key)
);
create index payment_attempts_payment on payment_attempts (organization_id, payment_id);

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

-- Found every few seconds: calls whose node died before it could record the answer.
create index payment_attempts_started on payment_attempts (called_at) where status = 'started';
