import { AppError } from '../../kernel/errors.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { findMerchantIds } from '../reports/merchant-ids.ts'
import type { Report } from '../reports/report.ts'
import type { ReportScope } from './report-query.ts'

export type ScopeDeps = {
  readonly database: Pick<Database, 'db'>
  readonly baseUrl: string
  readonly agingLookBackDays: number
}

/** Loads the merchants whose records are reported: the organization's own and those below it, or those of its group. */
export async function loadScope(
  { database, baseUrl, agingLookBackDays }: ScopeDeps,
  { organizationId, terms }: Pick<Report, 'organizationId' | 'terms'>,
): Promise<ReportScope> {
  const { groupName } = terms
  const merchantIds = await findMerchantIds(database.db, organizationId, groupName)
  if (merchantIds === undefined) {
    const message = `The merchant group ${groupName} no longer exists.`
    throw new AppError('not-found', 'NOT_FOUND', message)
  }
  return { merchantIds, agingLookBackDays, receivedUntilMs: undefined, baseUrl }
}
