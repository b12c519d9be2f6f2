-- owner: platform
-- The installation as a whole: its identity and mode, its clock, and its future work.

-- One row.
create table installation (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  created_at timestamptz not null default now(),
  -- Null until the first start of a service, which writes it. Afterwards only `quittance mode live` changes it, once.
  mode text check (mode in ('sandbox', 'live')),
  -- Report records are either in the embedded engine of one data folder or in a ClickHouse server.
  records_home text not null check (records_home in ('embedded', 'external')),
  -- The folder of the embedded engine: its id, and where it was when the database was made.
  records_folder_id uuid,
  records_folder_place text,
  -- Made with the secret key: a node that has another key is refused instead of failing later.
  secret_key_check bytea,
  -- The first start in sandbox mode creates organizations to try things with, once.
  sandbox_prepared_at timestamptz,
  -- Set while `quittance mode live --delete-sandbox` deletes what the sandbox made: no service starts until it has ended.
  sandbox_deletion_started_at timestamptz,
  check ((records_home = 'embedded') = (records_folder_id is not null))
);

-- How far the sandbox clock is ahead of the machine's. One row, which live mode does not read.
create table sandbox_clock (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null,
  -- A moved clock stops at each due moment. While it stands, every node shows standing_at; the move leads to target_at.
  standing_at timestamptz,
  target_at timestamptz,
  constraint sandbox_clock_leads_somewhere check (standing_at is null or target_at is not null)
);
insert into sandbox_clock (offset_ms) values (0);

-- Future work: when, what kind, for which organization, about what. A row is deleted when its job is made.
create table agenda (
  organization_id text collate "C" not null,
  kind text collate "C" not null,
  subject text collate "C" not null,
  -- By the product's clock.
  due_at timestamptz not null,
  -- Housekeeping that makes up for missed days does not stop a moved clock, so that a year is not stepped day by day.
  stops_clock boolean not null default true,
  -- One row for a subject: the latest due time replaces earlier ones.
  primary key (organization_id, kind, subject)
);
create index agenda_due on agenda (due_at);
