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
-- Texts, values of custom fields, and what few invoices have in common. It begins with the organization, so that a search never reads the invoices of others.
create index invoices_search on invoices using gin (
  organization_id,
  search_text gin_trgm_ops,
  (terms -> 'customFieldValues') jsonb_path_ops,
  currency,
  delivery_language
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

-- Number and sums of the invoices of each status and currency, spread over rows so that payments do not wait for each other.
create table invoice_status_counts (
  organization_id text collate "C" not null references organizations (organization_id),
  status text collate "C" not null,
  currency text collate "C" not null,
  stripe smallint not null,
  invoices bigint not null,
  total_minor numeric not null,
  balance_minor numeric not null,
  primary key (organization_id, status, currency, stripe)
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

-- An action on many invoices that somebody ordered. Its invoices are chosen when it is created, and do not change.
create table invoice_jobs (
  organization_id text collate "C" not null references organizations (organization_id),
  job_id uuid not null,
  action text collate "C" not null check (action in ('send', 'remind', 'cancel')),
  -- In whose name it acts; checked again while it runs.
  ordered_by jsonb not null,
  status text collate "C" not null check (status in ('RUNNING', 'COMPLETED', 'STOPPED')),
  total integer not null check (total > 0),
  done integer not null default 0 check (done >= 0),
  failed integer not null default 0 check (failed >= 0),
  -- By the product's clock.
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Why it was stopped, and by whom; null for the service.
  stop_reason text collate "C",
  stop_message text,
  stopped_by jsonb,
  primary key (organization_id, job_id),
  check (done + failed <= total),
  check ((status = 'RUNNING') = (ended_at is null)),
  check ((status = 'STOPPED') = (stop_reason is not null))
);
create index invoice_jobs_order on invoice_jobs (organization_id, created_at, job_id);
create index invoice_jobs_ended on invoice_jobs (ended_at) where ended_at is not null;

-- The invoices of a job, in the order in which it takes them. The state changes in the transaction of the action.
create table invoice_job_entries (
  organization_id text collate "C" not null,
  job_id uuid not null,
  ordinal integer not null check (ordinal > 0),
  -- As it was named; there may be no such invoice.
  invoice_number text collate "C" not null,
  state text collate "C" not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED')),
  -- The mail of the action, if it has one.
  mail_id uuid,
  reason text collate "C",
  -- Null again once the customer of the invoice was erased.
  message text,
  primary key (organization_id, job_id, ordinal),
  foreign key (organization_id, job_id) references invoice_jobs (organization_id, job_id) on delete cascade,
  check ((state = 'FAILED') = (reason is not null))
);
create index invoice_job_entries_waiting on invoice_job_entries (organization_id, job_id, ordinal)
  where state = 'WAITING';
create index invoice_job_entries_failed on invoice_job_entries (organization_id, job_id, ordinal) where state = 'FAILED';
create index invoice_job_entries_message on invoice_job_entries (organization_id, invoice_number)
  where message is not null;

-- A file of invoices: uploaded, checked as often as its person likes, and then run once, like a job.
create table invoice_imports (
  organization_id text collate "C" not null references organizations (organization_id),
  import_id uuid not null,
  file_name text,
  delimiter text not null check (delimiter in (',', ';', E'\t')),
  -- Of the header, as columns are named in mappings.
  columns text[] not null check (cardinality(columns) between 1 and 100),
  row_count integer not null check (row_count > 0),
  status text collate "C" not null check (status in ('UPLOADED', 'RUNNING', 'COMPLETED', 'STOPPED')),
  -- How its rows become invoices; null until it runs.
  options jsonb,
  -- Who uploaded it, or runs it: in whose name it acts.
  ordered_by jsonb not null,
  -- The last row that was imported, repeated or failed.
  last_row integer not null default 0 check (last_row between 0 and row_count),
  imported integer not null default 0,
  repeated integer not null default 0,
  failed integer not null default 0,
  -- By the product's clock.
  created_at timestamptz not null,
  ended_at timestamptz,
  stop_reason text collate "C",
  stop_message text,
  stopped_by jsonb,
  primary key (organization_id, import_id),
  check ((status = 'UPLOADED') = (options is null)),
  check ((status in ('UPLOADED', 'RUNNING')) = (ended_at is null)),
  check ((status = 'STOPPED') = (stop_reason is not null))
);
create index invoice_imports_order on invoice_imports (organization_id, created_at, import_id);
create index invoice_imports_age on invoice_imports (created_at);

-- The rows of a file until its run has ended. They name customers.
create table invoice_import_rows (
  organization_id text collate "C" not null,
  import_id uuid not null,
  ordinal integer not null check (ordinal > 0),
  -- The line of the file at which the row begins.
  line integer not null check (line > 0),
  cells text[] not null,
  primary key (organization_id, import_id, ordinal),
  foreign key (organization_id, import_id) references invoice_imports (organization_id, import_id) on delete cascade
);

-- What became of each invoice of a file, written in the transaction that creates it.
create table invoice_import_results (
  organization_id text collate "C" not null,
  import_id uuid not null,
  -- Its first row, and the line of that.
  ordinal integer not null,
  line integer not null,
  outcome text collate "C" not null check (outcome in ('IMPORTED', 'REPEATED', 'FAILED')),
  -- SHA-256 of what it is recognized by.
  reference_hash bytea not null check (length(reference_hash) = 32),
  invoice_number text collate "C",
  mail_id uuid,
  -- Lines, columns, fields and reasons; without the values.
  problems jsonb not null default '[]',
  primary key (organization_id, import_id, ordinal),
  foreign key (organization_id, import_id) references invoice_imports (organization_id, import_id) on delete cascade,
  check ((outcome = 'FAILED') = (invoice_number is null))
);
create index invoice_import_results_reference on invoice_import_results (organization_id, import_id, reference_hash);

-- References that were imported: each once, for as long as there are invoices.
create table invoice_import_references (
  organization_id text collate "C" not null references organizations (organization_id),
  -- SHA-256, since a reference may name a customer.
  reference_hash bytea not null check (length(reference_hash) = 32),
  -- Of what the rows said.
  content_hash bytea not null check (length(content_hash) = 32),
  -- Set in the same transaction, once the number is known.
  invoice_number text collate "C",
  primary key (organization_id, reference_hash)
);

-- How a file with this header was imported the last time.
create table invoice_import_mappings (
  organization_id text collate "C" not null references organizations (organization_id),
  -- SHA-256 of the columns' names.
  header_hash bytea not null check (length(header_hash) = 32),
  options jsonb not null,
  used_at timestamptz not null,
  primary key (organization_id, header_hash)
);
