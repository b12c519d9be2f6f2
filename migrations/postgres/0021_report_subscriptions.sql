-- owner: reporting

-- Reports that are made again and again, by what the clock on a wall shows in a zone.
create table report_subscriptions (
  organization_id text collate "C" not null references organizations (organization_id),
  subscription_id text collate "C" not null,
  report_name text collate "C" not null,
  definition_name text collate "C" not null,
  mime_type text collate "C" not null,
  -- What is asked for besides, as in reports.
  terms jsonb not null,
  time_zone text collate "C" not null,
  frequency text collate "C" not null
    check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED')),
  -- Of the clock on the wall, HHMM.
  start_time text collate "C" not null check (start_time ~ '^([01][0-9]|2[0-3])[0-5][0-9]$'),
  start_day integer check (start_day between 1 and 31),
  -- As it was sent, of USER_DEFINED alone; and the run that its others are counted from.
  run_interval text collate "C",
  anchor timestamptz,
  -- Where the last period that was ordered or left out has ended.
  covered_until timestamptz,
  next_run_at timestamptz not null,
  paused_at timestamptz,
  -- Spans of which no reports were made, the latest ones.
  skipped jsonb not null default '[]',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (organization_id, subscription_id),
  check ((start_day is not null) = (frequency in ('WEEKLY', 'MONTHLY'))),
  check ((run_interval is not null and anchor is not null) = (frequency = 'USER_DEFINED')),
  check (covered_until is null or covered_until < next_run_at)
);
create unique index report_subscriptions_name on report_subscriptions (organization_id, report_name);

-- The subscription that a report was made for; it may be gone.
alter table reports add column subscription_id text collate "C";
-- One report for each period, however many schedulers there are.
create unique index reports_subscription_period on reports (organization_id, subscription_id, ends_at)
  where subscription_id is not null and rerun_of is null;
