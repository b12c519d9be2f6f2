import type { AuditActor } from '../../../src/kernel/actor.ts'
import { createOrganization, type Organization } from '../../../src/organizations/index.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { Secrets } from '../../../src/platform/secrets/secrets.ts'

export const testSecrets = new Secrets(Buffer.alloc(32, 1))
export const aTester: AuditActor = { kind: 'command-line', name: 'tester' }

type OrganizationDeps = { readonly database: Database; readonly secrets?: Secrets }
type Given = Partial<Omit<Organization, 'organizationId'>> & { readonly parentId?: string }

/** An organization with its first keys; a merchant unless something else is said. */
export async function anOrganization(
  { database, secrets = testSecrets }: OrganizationDeps,
  organizationId: string,
  given: Given = {},
) {
  const deps = { db: database, clock: systemClock, machineClock: systemClock, secrets }
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
