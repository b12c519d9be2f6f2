-- owner: invoicing
-- What a merchant sets for all its invoices, and personal data that it sent in the wrong fields.

-- How invoices, payment pages and mails look; settings that were never set are absent.
create table invoice_settings (
  organization_id text collate "C" primary key references organizations (organization_id),
  settings jsonb not null,
  -- As it is shown, without metadata.
  logo bytea,
  logo_type text check (logo_type in ('image/gif', 'image/jpeg', 'image/png')),
  -- A logo that is nearly white needs a dark plate. It is looked at once, when it is set.
  logo_is_light boolean not null default false,
  submitted_at timestamptz not null,
  check ((logo is null) = (logo_type is null)),
  check (logo is not null or not logo_is_light)
);

-- Fields that a merchant adds to its invoices. A deleted one stays for the invoices that have a value.
create table custom_field_definitions (
  organization_id text collate "C" not null references organizations (organization_id),
  -- Counted from 1 in each organization, never used again.
  definition_id bigint not null check (definition_id > 0),
  reference_type text collate "C" not null check (reference_type in ('Invoice')),
  field_type text not null check (field_type in ('Text', 'Select')),
  label text not null,
  customer_visible boolean not null,
  read_only boolean not null,
  text_min_length integer,
  text_max_length integer,
  text_default_value text,
  possible_values text,
  -- The numbered merchant data field of a transaction that carries the value.
  data_index integer not null check (data_index between 1 and 100),
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, definition_id),
  check (text_min_length >= 0 and text_max_length <= 255),
  check (coalesce(text_min_length, 0) <= coalesce(text_max_length, 255)),
  check ((field_type = 'Select') = (possible_values is not null)),
  check (field_type = 'Text' or (text_min_length is null and text_max_length is null
    and text_default_value is null))
);
-- A field may take the number of a deleted one.
create unique index custom_field_definitions_data_index
  on custom_field_definitions (organization_id, data_index) where deleted_at is null;

-- Personal data in fields that must not contain any: when and where it was found, never the data.
create table personal_data_violations (
  organization_id text collate "C" not null references organizations (organization_id),
  violation_id uuid not null,
  at timestamptz not null,
  actor jsonb not null,
  -- As merchantDefinedFieldValues[0].value.
  field text not null,
  -- As card number or US social security number.
  looks_like text not null,
  primary key (organization_id, violation_id)
);
create index personal_data_violations_order on personal_data_violations (at);
