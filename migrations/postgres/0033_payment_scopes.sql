-- owner: organizations
-- Reading payments and deciding on reviews have scopes of their own; keys that could do everything with payments still can.
update credentials set scopes = scopes
  || array(select added from unnest(array['payments:read', 'reviews']) added where not scopes @> array[added])
where scopes @> array['payments'];
