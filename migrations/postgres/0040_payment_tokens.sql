-- owner: payments
-- Tokens that merchants made of payments whose payer agreed to have the account stored. Nothing here is personal: the
-- processor's reference, sealed, is in facts of the charge's attempt, and the consent in payer; an erasure removes both.
create table payment_tokens (
  organization_id text collate "C" not null references organizations (organization_id),
  token_id uuid not null,
  payment_id text collate "C" not null check (payment_id ~ '^[0-9]{22}$'),
  created_at timestamptz not null,
  -- When the processor had made the account unusable; its reference is gone since.
  revoked_at timestamptz,
  primary key (organization_id, token_id),
  -- A payment has one token.
  unique (organization_id, payment_id)
);
