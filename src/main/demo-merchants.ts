import { hash } from 'node:crypto'
import { demoProfileOf } from '../demo/index.ts'
import { AppError } from '../kernel/errors.ts'
import {
  createOrganization,
  findOrganization,
  getOrganization,
  type Organization,
  sandboxCredentialsFileOf,
} from '../organizations/index.ts'
import type { DataFolder } from '../platform/files/data-folder.ts'
import { readJsonFile } from '../platform/files/small-file.ts'
import { StartupError } from '../platform/processes/startup-error.ts'
import type { ActingDeps } from './with-postgres.ts'

export type DemoMerchants = readonly { readonly merchantId: string; readonly timeZone: string }[]

const MERCHANTS_DEFAULT = 10
const ID_LENGTH_MAX = 32
/** `-demo-` and a number. */
const ENDING_LENGTH_MAX = 9
const HASH_DIGITS = 8

/** The organization that was named, or the partner that the sandbox began with. */
export async function demoOrganization(
  { db: { db }, folder }: ActingDeps & { readonly folder: DataFolder },
  organizationId: string | undefined,
): Promise<Organization> {
  if (organizationId !== undefined) return getOrganization(db, organizationId)
  const partnerId = sandboxPartnerIn(folder)
  const partner = partnerId === undefined ? undefined : await findOrganization(db, partnerId)
  if (partner === undefined) {
    throw new StartupError(
      'There is no sandbox partner to make demo data for: start the service once in sandbox mode, or name an organization with --organization.',
    )
  }
  return partner
}

function sandboxPartnerIn(folder: DataFolder): string | undefined {
  const credentials = readJsonFile(sandboxCredentialsFileOf(folder))
  const { partner } = (credentials ?? {}) as { partner?: { organizationId?: string } }
  return partner?.organizationId
}

/** The merchant itself, or so many below the partner or account; those that are missing are made. */
export async function demoMerchants(
  deps: ActingDeps,
  organization: Organization,
  count: number | undefined,
): Promise<DemoMerchants> {
  const { organizationId, type, timeZone } = organization
  if (type === 'merchant') {
    if (count === undefined || count === 1) return [{ merchantId: organizationId, timeZone }]
    const reason = `must be 1: ${organizationId} is a merchant and has nobody below it`
    throw new AppError('invalid', 'INVALID_DATA', `merchants ${reason}.`, [{ field: 'merchants', reason }])
  }
  const merchants: { merchantId: string; timeZone: string }[] = []
  for (let number = 1; number <= (count ?? MERCHANTS_DEFAULT); number += 1) {
    const merchantId = demoMerchantIdOf(organizationId, number)
    await ensureMerchant(deps, organizationId, { merchantId, number })
    // Not what the organization says now: the same data are to be made whatever was changed since.
    merchants.push({ merchantId, timeZone: demoProfileOf(number).timeZone })
  }
  return merchants
}

/** `acme-demo-1`; an id that is too long for that is shortened and stays its own by a few digits. */
export function demoMerchantIdOf(organizationId: string, number: number): string {
  const room = ID_LENGTH_MAX - ENDING_LENGTH_MAX
  if (organizationId.length <= room) return `${organizationId}-demo-${number}`
  const digits = hash('sha256', organizationId, 'hex').slice(0, HASH_DIGITS)
  const start = organizationId.slice(0, room - HASH_DIGITS - 1)
  return `${start}-${digits}-demo-${number}`
}

async function ensureMerchant(
  deps: ActingDeps,
  parentId: string,
  { merchantId, number }: { readonly merchantId: string; readonly number: number },
): Promise<void> {
  const found = await findOrganization(deps.db.db, merchantId)
  if (found !== undefined) {
    if (found.type === 'merchant' && found.path.includes(parentId)) return
    throw new AppError(
      'conflict',
      'DUPLICATE',
      `There is an organization ${merchantId}, and it is no merchant below ${parentId}.`,
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
