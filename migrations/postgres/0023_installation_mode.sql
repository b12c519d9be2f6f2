-- owner: platform
-- Whether this installation is a sandbox or live. Null until the first start of a service, which writes it;
-- afterwards only `quittance mode live` changes it, once.
alter table installation add column mode text check (mode in ('sandbox', 'live'));
