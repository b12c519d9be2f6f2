import type { AuditActor } from '../../../src/kernel/actor.ts'
import { createBearerKey } from '../../../src/organizations/credentials/create-key.ts'
import type { SCOPES } from '../../../src/organizations/credentials/credential.ts'
import { createOrganization } from '../../../src/organizations/index.ts'
import type { Organization } from '../../../src/organizations/pure.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { Secrets } from '../../../src/platform/secrets/secrets.ts'

export const testSecrets = new Secrets(Buffer.alloc(32, 1))
export const aTester: AuditActor = { kind: 'command-line', name: 'tester' }

type OrganizationDeps = { readonly database: Database; readonly secrets?: Secrets }
type OrganizationInput = Partial<Omit<Organization, 'organizationId'>> & { readonly parentId?: string }

/** An organization with its first keys; a merchant by default. */
export async function anOrganization(
  { database, secrets = testSecrets }: OrganizationDeps,
  organizationId: string,
  given: OrganizationInput = {},
) {
  const deps = { db: database, clock: systemClock, machineClock: systemClock, secrets, mode: 'sandbox' } as const
  return createOrganization(deps, aTester, {
    organizationId,
    type: given.type ?? 'merchant',
    name: given.name ?? organizationId,
    timeZone: given.timeZone ?? 'UTC',
    contact: given.contact ?? {},
    hasFraudManagement: given.hasFraudManagement ?? false,
    parentId: given.parentId,
  })
}

export type Keyed = Awaited<ReturnType<typeof anOrganization>>

/** A partner above an account with two merchants, shop and sister, and another merchant, foreign. */
export async function family(deps: OrganizationDeps) {
  return {
    partner: await anOrganization(deps, 'partner', { type: 'partner' }),
    account: await anOrganization(deps, 'account', { type: 'account', parentId: 'partner' }),
    shop: await anOrganization(deps, 'shop', { parentId: 'account' }),
    sister: await anOrganization(deps, 'sister', { parentId: 'account' }),
    foreign: await anOrganization(deps, 'foreign'),
  }
}

/** The same organization with a new key that has this scope alone. */
export async function withScope(
  { database, secrets = testSecrets }: OrganizationDeps,
  owner: Keyed,
  scope: (typeof SCOPES)[number],
): Promise<Keyed> {
  const deps = { db: database, machineClock: systemClock, secrets }
  const { organizationId } = owner.organization
  const terms = { label: scope, scopes: [scope], expiresAt: undefined }
  return { ...owner, bearer: await createBearerKey(deps, { organizationId, by: aTester }, terms) }
}
