import type { AuditActor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { type CreatedOrganization, type CreateOrganization, foundOrganization } from './found-organization.ts'

type Deps = {
  readonly db: Transactions
  readonly clock: Clock
  readonly machineClock: Clock
  readonly secrets: Secrets
}

/** A new organization, with a shared secret and a bearer key to begin with. */
export async function createOrganization(
  deps: Deps,
  by: AuditActor,
  input: CreateOrganization,
): Promise<CreatedOrganization> {
  return deps.db.transaction((tx) => foundOrganization(tx, deps, by, input))
}
