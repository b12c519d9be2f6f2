import { AppError } from '../kernel/errors.ts'
import { findMerchantGroup, findMerchantIdsBelow } from '../organizations/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Report } from './domain/report.ts'
import type { ReportScope } from './render/report-query.ts'

export type ScopeDeps = {
  readonly database: Pick<Database, 'db'>
  readonly baseUrl: string
  readonly agingLookBackDays: number
}

/** Whose records the report is about: a merchant's own, or those of all merchants below, or of a group of them. */
export async function scopeOf(
  { database, baseUrl, agingLookBackDays }: ScopeDeps,
  { organizationId, terms }: Pick<Report, 'organizationId' | 'terms'>,
): Promise<ReportScope> {
  const merchantIds = await merchantIdsOf({ database }, organizationId, terms.groupName)
  return { merchantIds, agingLookBackDays, receivedUntilMs: undefined, baseUrl }
}

async function merchantIdsOf(
  { database: { db } }: Pick<ScopeDeps, 'database'>,
  organizationId: string,
  groupName: string | undefined,
): Promise<readonly string[]> {
  if (groupName === undefined) return findMerchantIdsBelow(db, organizationId)
  const group = await findMerchantGroup(db, organizationId, groupName)
  if (group !== undefined) return group.merchantIds
  throw new AppError('not-found', 'NOT_FOUND', `There is no merchant group ${groupName} any more.`)
}
