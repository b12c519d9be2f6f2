-- owner: notifications
-- Which events still have to reach the webhooks that subscribe to them.
alter table events add column fan_out text collate "C" not null default 'waiting'
  check (fan_out in ('waiting', 'done', 'withdrawn'));

-- The order of events. Those of one subject are written under the lock of that subject, so their order is the true one.
create sequence events_position as bigint;
alter table events add column position bigint not null default nextval('events_position');

-- Counts the events of a subject from 1. It is assigned by the fan-out, because one statement may write two of them.
alter table events add column sequence_number integer check (sequence_number > 0);

-- The mail whose first hand-over the event waits for, and how long at most, by the machine's clock.
alter table events add column waits_for_mail uuid;
alter table events add column waits_until timestamptz;

create index events_waiting on events (organization_id, position) where fan_out = 'waiting';
create index events_subject on events (organization_id, subject, sequence_number);
