-- owner: platform
-- What is to happen later: when, what kind of thing, for whom, about what. A row goes when its job is made.
create table agenda (
  organization_id text collate "C" not null,
  kind text collate "C" not null,
  subject text collate "C" not null,
  due_at timestamptz not null,
  -- Two things may say the same later time for one subject; the latest word stands.
  primary key (organization_id, kind, subject)
);
create index agenda_due on agenda (due_at);
