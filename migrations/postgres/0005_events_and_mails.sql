-- owner: notifications
-- Events, mails, and the inbox of a sandbox. Events and mails are written in the transaction of the change they describe.

-- The order of events. Those of one subject are written under the lock of that subject, so their order is the true one.
create sequence events_position as bigint;

create table events (
  organization_id text collate "C" not null references organizations (organization_id),
  event_id uuid not null,
  position bigint not null default nextval('events_position'),
  -- As webhooks name it: invoicing.customer.invoice.send.
  event_type text collate "C" not null,
  -- By the product's clock.
  occurred_at timestamptz not null,
  -- As invoice:1042.
  subject text collate "C" not null,
  -- Counts the events of a subject from 1. The fan-out assigns it, because one statement may write two of them.
  sequence_number integer check (sequence_number > 0),
  -- The facts at that moment.
  payload jsonb not null,
  -- waiting: it still has to reach the webhooks that subscribe to it. withdrawn: it did not happen after all.
  fan_out text collate "C" not null default 'waiting' check (fan_out in ('waiting', 'done', 'withdrawn')),
  -- The mail whose first hand-over the event waits for, and for how long at most, by the machine's clock.
  waits_for_mail uuid,
  waits_until timestamptz,
  primary key (organization_id, event_id)
);
create index events_order on events (organization_id, occurred_at);
create index events_subject on events (organization_id, subject, sequence_number);
create index events_waiting on events (organization_id, position) where fan_out = 'waiting';
-- Finds the events that wait for a mail when it is handed over.
create index events_of_mails on events (organization_id, waits_for_mail) where waits_for_mail is not null;

create table mail_outbox (
  -- '*' for mails of the installation: those about the account of a person, who may have no organization.
  organization_id text collate "C" not null,
  mail_id uuid not null,
  -- As invoice or reminder.
  kind text collate "C" not null,
  -- As invoice:1042; the mail is composed from it when it is sent.
  subject text collate "C" not null,
  -- One cause has one mail.
  cause text collate "C" not null,
  recipient_name text,
  recipient_address text not null,
  payload jsonb not null,
  -- By the product's clock.
  created_at timestamptz not null,
  -- waiting: it is due, or on the agenda. parked: no mail server is set. refused: by the server, for good.
  -- dead: given up after the last retry. dropped: there was no reason for it any more.
  state text collate "C" not null check (state in ('parked', 'waiting', 'sent', 'refused', 'dead', 'dropped')),
  -- Counts only while the mail is waiting; a mail that is retried later is on the agenda and not due.
  is_due boolean not null,
  -- By the machine's clock. The node that sends it renews the lease; after its end any other node may send it.
  leased_by uuid,
  leased_until timestamptz,
  attempts integer not null default 0,
  -- Why the last attempt failed.
  last_error text,
  -- Set before the first attempt, and the same in every later one.
  message_id text,
  -- By the product's clock: when it was sent, refused, given up or dropped.
  ended_at timestamptz,
  primary key (organization_id, mail_id)
);
create unique index mail_outbox_cause on mail_outbox (organization_id, cause);
create index mail_outbox_subject on mail_outbox (organization_id, subject);
create index mail_outbox_recipient on mail_outbox (organization_id, lower(trim(recipient_address)));
-- Organizations take turns, so each one's mails stand together.
create index mail_outbox_due on mail_outbox (organization_id, created_at, mail_id) where is_due and state = 'waiting';
create index mail_outbox_open on mail_outbox (state, created_at) where state not in ('sent', 'dropped');
create index mail_outbox_ended on mail_outbox (ended_at) where ended_at is not null;
-- Mails that people should look at: few.
create index mail_outbox_failed on mail_outbox (organization_id, created_at) where state in ('refused', 'dead');

-- Mails about invoices as they were handed over or refused, for the people who look after the invoice. A mail is kept as
-- long as its row of the outbox: the same retention and the same erasures remove it.
create table kept_mails (
  organization_id text collate "C" not null,
  mail_id uuid not null,
  -- Subject, language, HTML, text and the hashes of its images: compressed and encrypted, since it contains payment links.
  content bytea not null,
  primary key (organization_id, mail_id),
  foreign key (organization_id, mail_id) references mail_outbox on delete cascade
);
alter table kept_mails alter column content set storage external;

-- Images in kept mails, each once for all mails of an organization: its logo is in every one.
create table kept_mail_images (
  organization_id text collate "C" not null references organizations (organization_id),
  -- SHA-256 of the content.
  image_hash bytea not null,
  content_type text collate "C" not null,
  content bytea not null,
  -- By the product's clock: the day of the last mail with it.
  last_used_on date not null,
  primary key (organization_id, image_hash)
);
create index kept_mail_images_age on kept_mail_images (last_used_on);

-- How many mails of an organization a mail server has been given within its current hour. Mails above the rate are due, but
-- are not taken before the hour is over. Times are the machine's.
create table mail_rates (
  -- '*' for mails of the installation.
  organization_id text collate "C" primary key,
  -- Null for the setting of the service.
  per_hour integer check (per_hour > 0),
  -- The first mail of the hour.
  started_at timestamptz,
  used integer not null default 0,
  -- The end of the hour, if the rate is reached.
  full_until timestamptz
);

-- Addresses that a mail server refused for good: they get no mail until the merchant confirms one or the operator lifts it.
create table refused_addresses (
  -- '*' for mails of the installation.
  organization_id text collate "C" not null,
  -- In lower case.
  address text not null,
  -- The response of the server.
  reason text not null,
  -- By the product's clock.
  refused_at timestamptz not null,
  primary key (organization_id, address)
);
create index refused_addresses_age on refused_addresses (refused_at);

-- The inbox of a sandbox: every mail as its recipient reads it, each once.
create table sandbox_messages (
  organization_id text collate "C" not null references organizations (organization_id),
  -- The mail_id of the outbox.
  message_id uuid not null,
  kind text collate "C" not null,
  -- The subject of the outbox, as invoice:1042.
  subject_ref text collate "C" not null,
  -- As in the header To, and the bare address.
  recipient text not null,
  recipient_address text not null,
  -- As in the header From.
  sender text not null,
  reply_to text,
  mail_subject text not null,
  -- BCP 47.
  language text not null,
  html text not null,
  text text not null,
  headers jsonb not null,
  -- By the product's clock.
  created_at timestamptz not null,
  -- By the machine's clock: a move of the sandbox clock does not remove the mails that it has just made.
  kept_since timestamptz not null default now(),
  primary key (organization_id, message_id)
);
create index sandbox_messages_order on sandbox_messages (organization_id, created_at);
create index sandbox_messages_subject on sandbox_messages (organization_id, subject_ref);
create index sandbox_messages_recipient on sandbox_messages (organization_id, lower(recipient_address));

create table sandbox_attachments (
  organization_id text collate "C" not null,
  message_id uuid not null,
  position integer not null,
  filename text not null,
  content_type text not null,
  -- The HTML names it as cid:<content_id>.
  content_id text,
  bytes bigint not null,
  -- Null if it was too large to keep.
  content bytea,
  primary key (organization_id, message_id, position),
  foreign key (organization_id, message_id) references sandbox_messages on delete cascade
);
