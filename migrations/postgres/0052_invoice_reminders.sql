-- owner: invoicing
-- Which reminders were sent: at most one of each kind for a due date.
create table invoice_reminders (
  organization_id text collate "C" not null,
  position bigint not null,
  kind text collate "C" not null check (kind in ('reminder', 'overdueReminder')),
  due_on date not null,
  sent_at timestamptz not null,
  primary key (organization_id, position, kind, due_on),
  foreign key (organization_id, position) references invoices (organization_id, position)
);
