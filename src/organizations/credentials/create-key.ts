import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { lockOrganization } from '../tree/organization-store.ts'
import { type CredentialTerms, issueBearerKey, issueSharedSecret } from './issue-credential.ts'
import type { BearerKey, SharedSecret } from './make-secret.ts'

type Deps = {
  readonly db: Transactions
  readonly machineClock: Clock
  readonly secrets: Secrets
}

/** Creates a shared secret; older keys stay valid, so that programs can switch one by one. */
export async function createSharedSecret(
  { db, machineClock, secrets }: Deps,
  actor: Actor,
  terms: CredentialTerms,
): Promise<SharedSecret> {
  return db.transaction(async (tx) => {
    await lockOrganization(tx, actor.organizationId)
    return issueSharedSecret(tx, secrets, { actor, terms, at: machineClock.now() })
  })
}

/** Creates a bearer key; older keys stay valid. */
export async function createBearerKey(
  { db, machineClock }: Deps,
  actor: Actor,
  terms: CredentialTerms,
): Promise<BearerKey> {
  return db.transaction(async (tx) => {
    await lockOrganization(tx, actor.organizationId)
    return issueBearerKey(tx, { actor, terms, at: machineClock.now() })
  })
}
