-- owner: platform
-- A moved clock stops at each due moment. While it stands, every node shows standing_at; the move leads to target_at.
alter table sandbox_clock add column standing_at timestamptz;
alter table sandbox_clock add column target_at timestamptz;
alter table sandbox_clock add constraint sandbox_clock_leads_somewhere check (standing_at is null or target_at is not null);
-- Housekeeping that makes up for missed days does not stop the clock: a year is not counted day by day.
alter table agenda add column stops_clock boolean not null default true;
