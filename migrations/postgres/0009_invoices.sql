-- owner: invoicing
-- Invoices, their history, and tables that make numbers and counts quick and exact.

-- Searches look for a text anywhere in five fields: an index of trigrams finds it.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- One row for each organization, locked by every creation of an invoice: so neither numbers nor positions have gaps.
create table invoice_counters (
  organization_id text collate "C" primary key references organizations (organization_id),
  -- The number of invoices: none is ever deleted.
  last_position bigint not null check (last_position >= 0),
  -- The last number that was generated; numbers that clients chose are skipped.
  last_number bigint not null check (last_number >= 0)
);

create table invoices (
  organization_id text collate "C" not null references organizations (organization_id),
  -- The invoice's place in the order of creation: 1, 2, 3 and so on without a gap.
  position bigint not null check (position > 0),
  invoice_number text collate "C" not null check (invoice_number ~ '^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,25}$'),
  status text collate "C" not null
    check (status in ('DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'PENDING', 'CANCELED')),
  -- The last status without a payment: an invoice returns to it when every payment is reversed.
  status_before_payment text collate "C" check (status_before_payment in ('CREATED', 'SENT')),
  -- Several payments may be under review at the same time; the invoice is PENDING until the last is decided on.
  open_reviews integer not null default 0 check (open_reviews >= 0),
  -- Grows by one with every write.
  version integer not null check (version > 0),
  created_at timestamptz not null,
  -- The last accepted request of the merchant.
  submitted_at timestamptz not null,
  published_at timestamptz,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- In the currency's smallest unit. The largest amount that the API takes is longer than a bigint.
  total_minor numeric not null check (total_minor >= 0 and total_minor = trunc(total_minor)),
  -- The same with the decimals of the currency: amounts of all currencies are compared as numbers.
  total_amount numeric not null check (total_amount >= 0 and total_amount <= total_minor),
  balance_minor numeric not null
    check (balance_minor >= 0 and balance_minor <= total_minor and balance_minor = trunc(balance_minor)),
  -- The part of the balance that payments under way may take.
  reserved_minor numeric not null
    check (reserved_minor >= 0 and reserved_minor <= balance_minor and reserved_minor = trunc(reserved_minor)),
  due_on date not null,
  customer_name text,
  customer_email text,
  -- BCP 47; null for the language of the organization's settings.
  delivery_language text collate "C",
  -- Part of the payment link.
  payment_token text collate "C" not null check (payment_token ~ '^[A-Za-z0-9_-]{64}$'),
  -- Number, name, address, company and description, without accents and letter case, in ASCII (search-text.ts).
  search_text text collate "C" not null,
  -- Everything else that the merchant specified, amounts as exact decimal strings.
  terms jsonb not null,
  client_reference jsonb not null,
  primary key (organization_id, position),
  unique (organization_id, invoice_number),
  check (status <> 'PAID' or balance_minor = 0)
);
-- Lists are read in the order of one of these, for each status apart. So the first page of any statuses costs the same
-- wherever they are in that order: open invoices are the last ones by due date.
create index invoices_status on invoices (organization_id, status, position);
create index invoices_status_created on invoices (organization_id, status, created_at, position);
create index invoices_status_due on invoices (organization_id, status, due_on, position);
create index invoices_status_number on invoices (organization_id, status, invoice_number, position);
-- With all that sums need.
create index invoices_status_amount on invoices (organization_id, status, total_amount, position)
  include (currency, balance_minor);
-- A partner's list of all statuses reads from each of its merchants.
create index invoices_created on invoices (organization_id, created_at, position);
create index invoices_email on invoices (organization_id, lower(customer_email));
-- A token shows one invoice. It is unique by its 48 random bytes; a unique constraint would lack the organization and
-- rule out a sharded database.
create index invoices_payment_token on invoices (payment_token);
-- Texts and values of custom fields. It begins with the organization, so that a search never reads the invoices of others.
create index invoices_search on invoices using gin (
  organization_id,
  search_text gin_trgm_ops,
  (terms -> 'customFieldValues') jsonb_path_ops
  -- New entries are merged in small portions, so that no write waits long for it.
) with (gin_pending_list_limit = 1024);

create table invoice_history (
  organization_id text collate "C" not null,
  position bigint not null,
  -- The write of the invoice that it belongs to, and its place among the entries of that write.
  version integer not null,
  ordinal smallint not null,
  event text collate "C" not null check (event in ('DRAFT', 'CREATE', 'UPDATE', 'SEND', 'RESEND', 'REMINDER',
    'PAYMENT', 'CANCEL', 'PENDING', 'REJECTED')),
  at timestamptz not null,
  transaction_id text collate "C",
  amount_minor numeric,
  primary key (organization_id, position, version, ordinal),
  foreign key (organization_id, position) references invoices (organization_id, position),
  check ((transaction_id is null) = (amount_minor is null)),
  check ((event = 'PAYMENT') = (transaction_id is not null))
);

-- The number of invoices by status, spread over rows so that payments do not wait for each other.
create table invoice_status_counts (
  organization_id text collate "C" not null references organizations (organization_id),
  status text collate "C" not null,
  stripe smallint not null,
  invoices bigint not null,
  primary key (organization_id, status, stripe)
);

-- Reminders that were sent: at most one of each kind for a due date.
create table invoice_reminders (
  organization_id text collate "C" not null,
  position bigint not null,
  kind text collate "C" not null check (kind in ('reminder', 'overdueReminder')),
  due_on date not null,
  sent_at timestamptz not null,
  primary key (organization_id, position, kind, due_on),
  foreign key (organization_id, position) references invoices (organization_id, position)
);
