-- owner: platform
-- How far the sandbox clock stands from the machine's. One row; in live mode nobody reads it.
create table sandbox_clock (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null
);
insert into sandbox_clock (offset_ms) values (0);
