import { listAnyReports } from '../retention/report-removal-store.ts'
import { type Verification, type VerifyDeps, verifyReport } from '../verification/verify-report.ts'

/** Verifies the newest completed reports of the installation, as `quittance reports verify` does. */
export async function verifyNewestReports(deps: VerifyDeps, count: number): Promise<readonly Verification[]> {
  const selection = { organizationId: undefined, status: 'COMPLETED' } as const
  const reports = await listAnyReports(deps.database.db, selection, { limit: count })
  const verified: Verification[] = []
  for (const report of reports) verified.push(await verifyReport(deps, report, new AbortController().signal))
  return verified
}
