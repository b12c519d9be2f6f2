-- owner: notifications
-- Receivers of webhooks that a sandbox has itself: how each answers the deliveries of an organization.
create table sandbox_receivers (
  organization_id text collate "C" not null references organizations (organization_id),
  name text collate "C" not null,
  status integer not null,
  delay_ms integer not null,
  primary key (organization_id, name)
);

-- What they received. A delivery needs no credentials, so its organization is the one that it names, known or not.
create table sandbox_received (
  organization_id text collate "C" not null,
  name text collate "C" not null,
  -- In the order of arrival.
  received_nr bigint generated always as identity,
  -- By the machine's clock.
  received_at timestamptz not null,
  headers jsonb not null,
  body text not null,
  -- The address in it, in lower case, by which an erasure finds it.
  email_to text,
  answered integer not null,
  is_verified boolean not null,
  -- Why the signature did not verify.
  reason text,
  primary key (organization_id, name, received_nr)
);
create index sandbox_received_age on sandbox_received (received_at);
