-- owner: reporting
-- Reports and the subscriptions that order them. Their files are in the report store.

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
  -- The other terms: fields, filters, preferences, group, addresses.
  terms jsonb not null,
  -- As it was sent: some runtimes know a zone under several names.
  time_zone text collate "C" not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The local date on which the period ends.
  report_on date not null,
  -- An API key or a user, whose running reports are counted together.
  ordered_by text collate "C" not null,
  -- The subscription that it was made for, which may be gone.
  subscription_id text collate "C",
  -- The report that this one was made to replace.
  rerun_of text collate "C",
  status text collate "C" not null
    check (status in ('PENDING', 'QUEUED', 'RUNNING', 'COMPLETED', 'NO_DATA', 'ERROR', 'RERUN')),
  reason text,
  failures integer not null default 0,
  queued_at timestamptz not null,
  generating_at timestamptz,
  completed_at timestamptz,
  -- The run that may finish it: a run that lost this changes nothing.
  run_id text collate "C",
  progress jsonb,
  -- Set when the file is complete.
  file jsonb,
  manifest jsonb,
  primary key (organization_id, report_id),
  check (starts_at < ends_at),
  check (file is null or status in ('COMPLETED', 'RERUN')),
  check (file is not null or status <> 'COMPLETED'),
  check ((reason is not null) or status <> 'ERROR')
);
-- A name belongs to one report for as long as the report is kept. A failed report can be ordered again.
create unique index reports_one_time_name on reports (organization_id, report_name)
  where frequency = 'ADHOC' and rerun_of is null and status <> 'ERROR';
-- One report for each period, however many schedulers there are.
create unique index reports_subscription_period on reports (organization_id, subscription_id, ends_at)
  where subscription_id is not null and rerun_of is null;
create index reports_name on reports (organization_id, report_name, report_on);
create index reports_period on reports (organization_id, ends_at);
create index reports_executed on reports (organization_id, (coalesce(generating_at, queued_at)));
create index reports_unfinished on reports (ordered_by, place)
  where status in ('PENDING', 'QUEUED', 'RUNNING');
create index reports_rerun on reports (organization_id, rerun_of) where rerun_of is not null;
create index reports_queued_at on reports (queued_at);

-- Reports that are made repeatedly, by the local time of a zone.
create table report_subscriptions (
  organization_id text collate "C" not null references organizations (organization_id),
  subscription_id text collate "C" not null,
  report_name text collate "C" not null,
  definition_name text collate "C" not null,
  mime_type text collate "C" not null,
  -- The other terms, as in reports.
  terms jsonb not null,
  time_zone text collate "C" not null,
  frequency text collate "C" not null
    check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED')),
  -- Local time, HHMM.
  start_time text collate "C" not null check (start_time ~ '^([01][0-9]|2[0-3])[0-5][0-9]$'),
  start_day integer check (start_day between 1 and 31),
  -- Only for USER_DEFINED: the interval as it was sent, and the run that the others are counted from.
  run_interval text collate "C",
  anchor timestamptz,
  -- The end of the last period that was ordered or left out.
  covered_until timestamptz,
  next_run_at timestamptz not null,
  paused_at timestamptz,
  -- The latest periods of which no reports were made.
  skipped jsonb not null default '[]',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (organization_id, subscription_id),
  check ((start_day is not null) = (frequency in ('WEEKLY', 'MONTHLY'))),
  check ((run_interval is not null and anchor is not null) = (frequency = 'USER_DEFINED')),
  check (covered_until is null or covered_until < next_run_at)
);
create unique index report_subscriptions_name on report_subscriptions (organization_id, report_name);
