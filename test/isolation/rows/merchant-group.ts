import { createMerchantGroup } from '../../../src/organizations/groups/change-merchant-groups.ts'
import { listOrganizations } from '../../../src/organizations/tree/organization-store.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { aTester } from '../../support/data/organizations.ts'
import type { Thing } from '../row.ts'

/** A group of all merchants of an organization. */
export const merchantGroup: Thing = {
  make: async ({ database }, { organizationId, word }, count) => {
    const { organizations } = await listOrganizations(database.db, { below: organizationId, limit: 100 })
    const merchantIds = organizations.filter(({ type }) => type === 'merchant').map((one) => one.organizationId)
    if (merchantIds.length === 0) return ''
    const deps = { db: database, clock: systemClock, machineClock: systemClock }
    const name = `${word} group ${count}`
    await createMerchantGroup(deps, { organizationId, by: aTester }, { name, merchantIds })
    return name
  },
  unknownId: 'Unknown group',
  owners: 'all',
}
