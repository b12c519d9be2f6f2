-- owner: notifications
-- What became of each mail.
alter table mail_outbox
  -- waiting: a job or the agenda has it; parked: no mail server is set; refused: by the server, for good;
  -- dead: given up after the last retry; dropped: it had no reason any more.
  add column state text collate "C" not null
    check (state in ('parked', 'waiting', 'sent', 'refused', 'dead', 'dropped')),
  -- What caused it: one cause has one mail.
  add column cause text collate "C" not null,
  add column attempts integer not null default 0,
  -- Why the last attempt failed.
  add column last_error text,
  -- Set before the first attempt and the same in every later one.
  add column message_id text,
  -- By the product's clock: sent, refused, given up or dropped.
  add column ended_at timestamptz;
create unique index mail_outbox_cause on mail_outbox (organization_id, cause);
create index mail_outbox_subject on mail_outbox (organization_id, subject);
create index mail_outbox_open on mail_outbox (state, created_at) where state not in ('sent', 'dropped');
create index mail_outbox_ended on mail_outbox (ended_at) where ended_at is not null;
