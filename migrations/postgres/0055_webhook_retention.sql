-- owner: notifications
-- Finished deliveries are removed when they expire.
create index webhook_deliveries_ended on webhook_deliveries (changed_at) where state in ('delivered', 'failed');
