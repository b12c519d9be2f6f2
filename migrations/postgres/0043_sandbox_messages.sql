-- owner: notifications
-- The inbox of a sandbox: every mail as its recipient reads it, each once.
create table sandbox_messages (
  organization_id text collate "C" not null references organizations (organization_id),
  -- The mail_id of the outbox.
  message_id uuid not null,
  -- Which mail it is, as invoice or reminder.
  kind text collate "C" not null,
  -- What it is about, as invoice:1042.
  subject_ref text collate "C" not null,
  -- As the header To says, and the bare address.
  recipient text not null,
  recipient_address text not null,
  -- As the header From says.
  sender text not null,
  reply_to text,
  mail_subject text not null,
  -- BCP 47.
  language text not null,
  -- By the product's clock.
  created_at timestamptz not null,
  html text not null,
  text text not null,
  headers jsonb not null,
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
  -- Null where it was too large to keep.
  content bytea,
  primary key (organization_id, message_id, position),
  foreign key (organization_id, message_id) references sandbox_messages on delete cascade
);
