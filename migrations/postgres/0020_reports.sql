-- owner: reporting

-- Reports, ordered and made. Their files are in the report store; a row says which of them counts.
create table reports (
  organization_id text collate "C" not null references organizations (organization_id),
  report_id text collate "C" not null,
  -- The order of arrival.
  place bigint generated always as identity,
  report_name text collate "C" not null,
  definition_name text collate "C" not null,
  mime_type text collate "C" not null,
  frequency text collate "C" not null
    check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED', 'ADHOC')),
  -- What was asked for besides: fields, filters, preferences, group, addresses.
  terms jsonb not null,
  -- As it was sent: some runtimes know a zone under several names.
  time_zone text collate "C" not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The local date on which the period ends.
  report_on date not null,
  -- Whose running reports are counted together: an API key or a user.
  ordered_by text collate "C" not null,
  status text collate "C" not null
    check (status in ('PENDING', 'QUEUED', 'RUNNING', 'COMPLETED', 'NO_DATA', 'ERROR', 'RERUN')),
  reason text,
  failures integer not null default 0,
  queued_at timestamptz not null,
  generating_at timestamptz,
  completed_at timestamptz,
  -- Who may finish it: a run that lost this changes nothing.
  run_id text collate "C",
  progress jsonb,
  -- Set when the file is whole.
  file jsonb,
  manifest jsonb,
  -- The report that this one was made to replace.
  rerun_of text collate "C",
  primary key (organization_id, report_id),
  check (starts_at < ends_at),
  check (file is null or status in ('COMPLETED', 'RERUN')),
  check (file is not null or status <> 'COMPLETED'),
  check ((reason is not null) or status <> 'ERROR')
);
-- One name, one report: kept as long as the report is. What failed may be ordered again.
create unique index reports_one_time_name on reports (organization_id, report_name)
  where frequency = 'ADHOC' and rerun_of is null and status <> 'ERROR';
create index reports_name on reports (organization_id, report_name, report_on);
create index reports_period on reports (organization_id, ends_at);
create index reports_executed on reports (organization_id, (coalesce(generating_at, queued_at)));
create index reports_unfinished on reports (ordered_by, place)
  where status in ('PENDING', 'QUEUED', 'RUNNING');
create index reports_rerun on reports (organization_id, rerun_of) where rerun_of is not null;
create index reports_queued_at on reports (queued_at);
