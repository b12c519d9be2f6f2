-- owner: notifications
-- Finds the events that wait for a mail when it is handed over.
create index events_of_mails on events (organization_id, waits_for_mail) where waits_for_mail is not null;
