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

type Scoped = Pick<Report, 'organizationId' | 'terms'>

/** Loads the merchants whose records are reported: the organization's own and those below it, or those of its group. */
export async function loadScope(deps: ScopeDeps, report: Scoped): Promise<ReportScope> {
  const scope = await findScope(deps, report)
  if (scope !== undefined) return scope
  const message = `The merchant group ${report.terms.groupName} no longer exists.`
  throw new AppError('not-found', 'NOT_FOUND', message)
}

/** Undefined if the report is about a merchant group that no longer exists. */
export async function findScope(
  { database, baseUrl, agingLookBackDays }: ScopeDeps,
  { organizationId, terms }: Scoped,
): Promise<ReportScope | undefined> {
  const merchantIds = await findMerchantIds(database.db, organizationId, terms.groupName)
  return merchantIds && { merchantIds, agingLookBackDays, receivedUntilMs: undefined, baseUrl }
}
