-- owner: notifications
-- Addresses that a mail server refused for good: no mail is tried again until the operator says so.
create table refused_addresses (
  organization_id text collate "C" not null references organizations (organization_id),
  -- In lower case.
  address text not null,
  -- What the server said.
  reason text not null,
  -- By the product's clock.
  refused_at timestamptz not null,
  primary key (organization_id, address)
);
create index refused_addresses_age on refused_addresses (refused_at);
create index mail_outbox_recipient on mail_outbox (organization_id, lower(trim(recipient_address)));
