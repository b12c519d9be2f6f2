-- owner: organizations
-- How strictly an organization's requests are checked; null means as the service is set.
alter table organizations add column validation text check (validation in ('strict', 'lenient'));
