-- owner: organizations
-- Who uses the service: a tree of organizations, and groups of merchants.
create table organizations (
  organization_id text collate "C" primary key check (organization_id ~ '^[a-zA-Z0-9_-]{1,32}$'),
  type text not null check (type in ('partner', 'account', 'merchant')),
  parent_id text collate "C" references organizations (organization_id),
  -- From the root down to the organization itself. A parent never changes, so neither does this.
  path text[] collate "C" not null check (path[cardinality(path)] = organization_id),
  name text not null,
  time_zone text not null,
  contact jsonb not null,
  status text not null check (status in ('ACTIVE', 'SUSPENDED')),
  status_reason text,
  has_fraud_management boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Everything below an organization.
create index organizations_path on organizations using gin (path);

create table merchant_groups (
  organization_id text collate "C" not null references organizations (organization_id),
  group_id text collate "C" not null,
  name text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, group_id),
  unique (organization_id, name)
);

create table merchant_group_members (
  organization_id text collate "C" not null,
  group_id text collate "C" not null,
  merchant_id text collate "C" not null references organizations (organization_id),
  primary key (organization_id, group_id, merchant_id),
  foreign key (organization_id, group_id) references merchant_groups on delete cascade
);
