-- owner: invoicing
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
  -- Which of the numbered merchant data fields of a transaction carries the value.
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
-- What a living one has, a deleted one may have had.
create unique index custom_field_definitions_data_index
  on custom_field_definitions (organization_id, data_index) where deleted_at is null;
