-- owner: notifications

-- By the machine's clock: a long move of the sandbox clock must not remove what was sent on its way.
alter table webhook_deliveries add column kept_since timestamptz not null default now();
