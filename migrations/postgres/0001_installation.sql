-- owner: platform
-- What this installation is, and where its report records live. One row.
create table installation (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  -- Report records live either in the embedded engine of one data folder or in a ClickHouse server.
  records_home text not null check (records_home in ('embedded', 'external')),
  -- The folder of the embedded engine: its id, and words to find it by.
  records_folder_id uuid,
  records_folder_place text,
  created_at timestamptz not null default now(),
  check ((records_home = 'embedded') = (records_folder_id is not null))
);
