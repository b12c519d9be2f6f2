import { AppError } from '../../kernel/errors.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { ReportScope } from '../render/report-query.ts'
import { findMerchantIds } from '../reports/merchant-ids.ts'
import type { Report } from '../reports/report.ts'

export type ScopeDeps = {
  readonly database: Pick<Database, 'db'>
  readonly baseUrl: string
  readonly agingLookBackDays: number
}

/** Whose records the report is about: a merchant's own, or those of all merchants below, or of a group of them. */
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
