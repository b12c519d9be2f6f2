-- owner: organizations
-- People, what they may do, and where they are signed in.
create table users (
  organization_id text collate "C" not null references organizations (organization_id),
  user_id uuid not null,
  -- Compared without regard to case, and unique over all organizations: it is what people sign in with.
  email text not null,
  name text not null,
  password_hash text,
  status text not null check (status in ('INVITED', 'ACTIVE', 'DISABLED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, user_id)
);
create unique index users_email on users (lower(email));

-- What each role may do stands in the program.
create table user_roles (
  organization_id text collate "C" not null,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'clerk', 'analyst', 'viewer')),
  primary key (organization_id, user_id, role),
  foreign key (organization_id, user_id) references users on delete cascade
);

create table sessions (
  organization_id text collate "C" not null,
  -- The cookie itself is never stored.
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, token_hash),
  foreign key (organization_id, user_id) references users on delete cascade
);
create index sessions_expiry on sessions (expires_at);
