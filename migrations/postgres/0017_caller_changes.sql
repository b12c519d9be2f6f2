-- owner: organizations
-- What changed about callers lately: each node remembers callers, and forgets those that are named here.

-- One row. Its lock makes transactions that change callers commit in the order of their numbers.
create table caller_change_counter (
  only_one boolean primary key default true check (only_one),
  last_number bigint not null
);
insert into caller_change_counter (last_number) values (0);

-- The last thousand, without gaps. A node that has missed more forgets everything.
create table caller_changes (
  number bigint primary key,
  -- A key, a person or an organization with everything below it; or everything.
  subject text collate "C" not null check (subject ~ '^(key:.+|person:.+|organization:.+|everything)$')
);
