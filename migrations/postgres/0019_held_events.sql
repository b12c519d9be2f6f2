-- owner: notifications
-- Events that waited when a restored copy was activated: the original may have sent them, so a person decides.

alter table events add column is_held boolean not null default false;
