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

/** Older keys stay valid, so that programs can change over one after the other. */
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
