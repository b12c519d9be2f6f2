-- owner: platform
-- What this installation's secrets are encrypted with, and whether the sandbox was prepared.
alter table installation
  -- Made with the secret key: a node that has another key is refused instead of failing later.
  add column secret_key_check bytea,
  -- The first start in sandbox mode makes organizations to try things with; it does so once.
  add column sandbox_prepared_at timestamptz;
