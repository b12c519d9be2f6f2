-- owner: organizations
-- Moving the sandbox clock needs the scope sandbox; existing keys of a sandbox could move it and still can.
update credentials set scopes = array_append(scopes, 'sandbox')
where revoked_at is null and not scopes @> array['sandbox']
  and exists (select from installation where sandbox_prepared_at is not null);
