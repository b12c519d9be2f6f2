-- owner: invoicing
-- Text fields that a merchant adds to its invoices. A deleted one stays for the invoices that have a value.
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
  data_index integer,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, definition_id)
);
