-- owner: notifications
-- events_of_mails (0054) is the same index.
drop index events_of_mail;
