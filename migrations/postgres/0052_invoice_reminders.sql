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
-- Invoices of before this version are on no agenda: a job plans their reminders, once.
insert into agenda (organization_id, kind, subject, due_at, stops_clock)
  select '*', 'invoices.plan-reminders', 'all', timestamptz '2000-01-01 00:00:00Z', false
  where exists (select from invoices);
