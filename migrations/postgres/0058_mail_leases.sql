-- owner: notifications
-- Which mails are to be sent now, and which node sends them.
alter table mail_outbox
  -- Counts only while the mail is waiting; one that is retried later stands on the agenda, and is not due.
  add column is_due boolean not null,
  -- By the machine's clock. The node that sends it renews the lease; after that any other node may send it.
  add column leased_by uuid,
  add column leased_until timestamptz;
create index mail_outbox_due on mail_outbox (created_at, mail_id) where is_due and state = 'waiting';
