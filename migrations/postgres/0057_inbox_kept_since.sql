-- owner: notifications
-- By the machine's clock: a move of the sandbox clock does not empty the inbox of what it has just made.
alter table sandbox_messages add column kept_since timestamptz not null default now();
