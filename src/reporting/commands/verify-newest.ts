import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import { findScope } from '../generation/report-scope.ts'
import type { Report } from '../reports/report.ts'
import { listAnyReports } from '../retention/report-removal-store.ts'
import { compareSums, type SumDifference } from '../verification/compare-sums.ts'
import { type Verification, type VerifyDeps, verifyReport } from '../verification/verify-report.ts'

/** Verifies the newest completed reports of the installation, as `quittance reports verify` does. */
export async function verifyNewestReports(deps: VerifyDeps, count: number): Promise<readonly Verification[]> {
  const verified: Verification[] = []
  for (const report of await newest(deps, count)) {
    // Without its merchant group nobody knows which records it was made of.
    if ((await findScope(deps, report)) === undefined) continue
    verified.push(await verifyReport(deps, report, new AbortController().signal))
  }
  return verified
}

type ComparedSums = {
  readonly reports: number
  readonly differences: readonly (SumDifference & Pick<Report, 'organizationId' | 'reportId'>)[]
}

/** Compares the sums of the newest completed reports with those of their records, where all of them are still kept. */
export async function compareNewestSums(
  deps: VerifyDeps,
  { count, keptSince }: { readonly count: number; readonly keptSince: Temporal.Instant },
): Promise<ComparedSums> {
  const differences: ComparedSums['differences'][number][] = []
  let reports = 0
  for (const report of await newest(deps, count)) {
    const scope = await findScope(deps, report)
    if (scope === undefined || Temporal.Instant.compare(startOf(report, deps), keptSince) < 0) continue
    const { organizationId, reportId } = report
    const different = await compareSums(deps, report, scope)
    differences.push(...different.map((difference) => ({ organizationId, reportId, ...difference })))
    reports += 1
  }
  return { reports, differences }
}

/** The aging report also reads records from before its period. */
function startOf({ period, terms }: Report, { agingLookBackDays }: VerifyDeps): Temporal.Instant {
  const isAging = findReportDefinition(terms.definitionName)?.derivation === 'aging'
  return isAging ? period.endsAt.subtract({ hours: 24 * agingLookBackDays }) : period.startsAt
}

function newest({ database }: VerifyDeps, count: number): Promise<readonly Report[]> {
  return listAnyReports(database.db, { organizationId: undefined, status: 'COMPLETED' }, { limit: count })
}
