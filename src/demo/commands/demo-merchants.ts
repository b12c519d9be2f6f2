import { hash } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import { createOrganization, findOrganizations, getOrganization, sandbox } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { ActingDeps } from '../../platform/command-line/with-stores.ts'
import type { DataFolder } from '../../platform/files/data-folder.ts'
import { readJsonFile } from '../../platform/files/small-file.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { type DemoPlan, demoProfileOf } from '../generate-demo.ts'

const MERCHANTS_DEFAULT = 10
const ID_LENGTH_MAX = 32
/** `-demo-` and a number. */
const ENDING_LENGTH_MAX = 9
const HASH_DIGITS = 8

/** The named organization, or the partner of the sandbox. */
export async function demoOrganization(
  { db: { db }, folder }: ActingDeps & { readonly folder: DataFolder },
  organizationId: string | undefined,
): Promise<Organization> {
  if (organizationId !== undefined) return getOrganization(db, organizationId)
  const partnerId = sandboxPartnerIn(folder)
  const partner = partnerId === undefined ? undefined : (await findOrganizations(db, [partnerId])).get(partnerId)
  if (partner === undefined) {
    throw new StartupError(
      'There is no sandbox partner to create demo data for: start the service once in sandbox mode, or name an organization with --organization.',
    )
  }
  return partner
}

function sandboxPartnerIn(folder: DataFolder): string | undefined {
  const credentials = readJsonFile(sandbox.credentialsFileOf(folder))
  const { partner } = (credentials ?? {}) as { partner?: { organizationId?: string } }
  return partner?.organizationId
}

/** The merchant itself, or `count` merchants below the partner or account; missing ones are created. */
export async function demoMerchants(
  deps: ActingDeps,
  organization: Organization,
  count: number | undefined,
): Promise<DemoPlan['merchants']> {
  const { organizationId, type, timeZone } = organization
  if (type === 'merchant') {
    if (count === undefined || count === 1) return [{ merchantId: organizationId, timeZone }]
    const reason = `must be 1: ${organizationId} is a merchant, and merchants have no organizations below them`
    throw new AppError('invalid', 'INVALID_DATA', `merchants ${reason}.`, [{ field: 'merchants', reason }])
  }
  const merchants: { merchantId: string; timeZone: string }[] = []
  for (let number = 1; number <= (count ?? MERCHANTS_DEFAULT); number += 1) {
    const merchantId = demoMerchantIdOf(organizationId, number)
    await ensureMerchant(deps, organizationId, { merchantId, number })
    // Not the current zone of the organization: the same seed must give the same data after any change.
    merchants.push({ merchantId, timeZone: demoProfileOf(number).timeZone })
  }
  return merchants
}

/** `acme-demo-1`; an id that is too long is shortened, with a hash that keeps it unique. */
export function demoMerchantIdOf(organizationId: string, number: number): string {
  const lengthMax = ID_LENGTH_MAX - ENDING_LENGTH_MAX
  if (organizationId.length <= lengthMax) return `${organizationId}-demo-${number}`
  const digits = hash('sha256', organizationId, 'hex').slice(0, HASH_DIGITS)
  const start = organizationId.slice(0, lengthMax - HASH_DIGITS - 1)
  return `${start}-${digits}-demo-${number}`
}

async function ensureMerchant(
  deps: ActingDeps,
  parentId: string,
  { merchantId, number }: { readonly merchantId: string; readonly number: number },
): Promise<void> {
  const found = (await findOrganizations(deps.db.db, [merchantId])).get(merchantId)
  if (found !== undefined) {
    if (found.type === 'merchant' && found.path.includes(parentId)) return
    throw new AppError(
      'conflict',
      'DUPLICATE',
      `The organization ${merchantId} exists, but is not a merchant below ${parentId}.`,
    )
  }
  const { name, timeZone, hasFraudCheck } = demoProfileOf(number)
  await createOrganization(deps, deps.by, {
    organizationId: merchantId,
    type: 'merchant',
    parentId,
    name,
    timeZone,
    contact: {},
    hasFraudManagement: hasFraudCheck,
  })
}
