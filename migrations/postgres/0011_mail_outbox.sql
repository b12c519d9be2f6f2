-- owner: notifications
-- Mails on their way: written in the transaction of what they tell, handed over after it.
create table mail_outbox (
  organization_id text collate "C" not null references organizations (organization_id),
  mail_id uuid not null,
  -- Which mail it is, as invoice or reminder.
  kind text collate "C" not null,
  -- What it is about, as invoice:1042; its text is made from that when it is handed over.
  subject text collate "C" not null,
  recipient_name text,
  recipient_address text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, mail_id)
);
