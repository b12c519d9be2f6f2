-- owner: invoicing
-- Personal data found where none may stand: that it was found and where, never what it was.
create table personal_data_violations (
  organization_id text collate "C" not null references organizations (organization_id),
  violation_id uuid not null,
  at timestamptz not null,
  actor jsonb not null,
  -- As merchantDefinedFieldValues[0].value.
  field text not null,
  -- What it looked like, as card number or US social security number.
  looks_like text not null,
  primary key (organization_id, violation_id)
);
create index personal_data_violations_order on personal_data_violations (at);
