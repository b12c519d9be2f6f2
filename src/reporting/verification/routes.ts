import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { ActingFor, actorOf, recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { perOrganization } from '../../platform/http/limits/per-organization.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { goneSignal } from '../../platform/http/server/gone-signal.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { getReport } from '../downloads/download-report.ts'
import { ownersOf } from '../http/owners.ts'
import { CHANGING_REFUSALS } from '../http/refusal-contract.ts'
import { ReportId } from '../ordering/contract.ts'
import type { Report } from '../reports/report.ts'
import { CHANGES_LISTED, VerificationContract } from './contract.ts'
import { type Verification, type VerifyDeps, verifyReport } from './verify-report.ts'

export type VerificationDeps = VerifyDeps & {
  readonly database: Pick<Database, 'db' | 'transaction'>
  readonly machineClock: Clock
}

/** The client waits until the report is made again. Larger ones are for the command. */
const CELLS_MAX = 5_000_000
const CONCURRENT_MAX = 1

const VERIFY = {
  config: {
    isServedByCopy: true,
    scope: 'reports:read',
    documentedResponses: {
      200: VerificationContract,
      ...CHANGING_REFUSALS,
      429: { $ref: 'ReportingFailure#', description: 'Another report of the organization is being verified.' },
    },
  },
  schema: {
    operationId: 'verifyReport',
    summary: 'Verify a report',
    description: `Compares the stored file with its checksum, makes it again from the records of today, and lists what has changed. A report with more than ${CELLS_MAX / 1e6} million cells gets 409 REPORT_TOO_LARGE: \`quittance reports verify\` verifies it.`,
    tags: ['Portal'],
    querystring: ActingFor,
    params: ReportId,
  },
} as const

/** Verification on request; `quittance reports verify` does the same. */
export function verificationRoutes(deps: VerificationDeps): RoutePlugin {
  const { db } = deps.database
  const running = new FairTurns(perOrganization(CONCURRENT_MAX, 'verifications'))
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/portal/v1/reports/:reportId/verification', VERIFY, async (request, reply) => {
      const report = await getReport(db, ownersOf(request), request.params.reportId)
      refuseTooLarge(report)
      const gone = goneSignal(reply.raw)
      const verified = await running.run(request.organization.organizationId, () => verifyReport(deps, report, gone))
      await auditVerification(deps, actorOf(request), verified)
      return { ...presentVerification(verified), verifiedTime: deps.machineClock.now().toString() }
    })
  }
}

function refuseTooLarge({ terms, manifest, reportId }: Report): void {
  if (manifest === undefined || manifest.rows * terms.fields.length <= CELLS_MAX) return
  const message = `The report is too large to be verified while somebody waits. The operator can do it with: quittance reports verify ${reportId}`
  throw new AppError('conflict', 'REPORT_TOO_LARGE', message, [{ field: 'reportId', reason: 'REPORT_TOO_LARGE' }])
}

function presentVerification({ file, isReproduced, rowsThen, rowsNow, changes, areAllListed }: Verification) {
  return {
    ...{ file, isReproduced, rowsThen, rowsNow },
    changes: changes.slice(0, CHANGES_LISTED),
    areAllListed: areAllListed && changes.length <= CHANGES_LISTED,
  }
}

async function auditVerification(
  { database, machineClock }: VerificationDeps,
  { by }: Actor,
  { report, file, isReproduced }: Verification,
): Promise<void> {
  await database.transaction((tx) =>
    recordAudit(tx, {
      organizationId: report.organizationId,
      at: machineClock.now(),
      actor: by,
      action: 'report.verified',
      subject: `report:${report.reportId}`,
      details: { file, isReproduced },
    }),
  )
}
