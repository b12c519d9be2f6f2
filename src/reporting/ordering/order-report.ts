import type { Actor } from '../../kernel/actor.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import { isSameOrder } from '../reports/new-report.ts'
import type { Report } from '../reports/report.ts'
import { auditReport } from '../reports/report-audit.ts'
import { isFinished } from '../reports/report-states.ts'
import { findNamed, lockName, lockUser } from '../reports/report-store.ts'
import { isEarly } from '../reports/report-versions.ts'
import type { OrderWarning } from '../reports/terms/order-warnings.ts'
import { loadTermsContext } from '../reports/terms/read-terms.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import { createReport, orderedByOf } from './create-report.ts'
import { type Order, readOrder } from './read-order.ts'
import { startRerun } from './rerun-report.ts'

type OrderReport = {
  readonly organization: Pick<Organization, 'organizationId' | 'timeZone'>
  readonly body: unknown
}
/** `unchanged`: the same report was ordered before; it is returned. */
type Outcome = {
  readonly outcome: 'ordered' | 'unchanged'
  readonly report: Report
  readonly warnings: readonly OrderWarning[]
}

/**
 * Orders a one-time report. The same order changes nothing, unless its report was made before its period ended: then it
 * is run again, so that a client without re-runs gets the rest.
 */
export async function orderReport(
  deps: ReportActionDeps,
  actor: Actor,
  { organization, body }: OrderReport,
): Promise<Outcome> {
  const { organizationId } = organization
  const orderedBy = orderedByOf(actor.by)
  const { clock, machineClock } = deps
  return deps.db.transaction(async (tx) => {
    const order = readOrder(body, await loadTermsContext(tx, organization, body))
    const { terms, period, warnings } = order
    const { reportName } = terms
    await lockUser(tx, orderedBy)
    await lockName(tx, { organizationId, reportName })
    await refuseSubscribedName(tx, organizationId, reportName)
    const taken = await findNamed(tx, organizationId, reportName)
    if (taken !== undefined) {
      refuseOtherOrder(taken, order)
      if (!isFinished(taken.status) || !isEarly(taken)) return { outcome: 'unchanged', report: taken, warnings }
      return { outcome: 'ordered', report: await startRerun(tx, deps, actor, taken), warnings }
    }
    const report = await createReport(tx, {
      terms,
      period,
      organizationId,
      reportId: newId(),
      frequency: 'ADHOC',
      orderedBy,
      queuedAt: clock.now(),
      rerunOf: undefined,
      subscriptionId: undefined,
    })
    await auditReport(tx, actor, { at: machineClock.now(), action: 'report.ordered', report })
    return { outcome: 'ordered', report, warnings }
  })
}

async function refuseSubscribedName(tx: Tx, organizationId: string, reportName: string): Promise<void> {
  if ((await findSubscription(tx, organizationId, reportName)) === undefined) return
  refuseContent([invalid('reportName', 'is already used by a report subscription')])
}

function refuseOtherOrder(taken: Report, order: Order): void {
  if (isSameOrder(taken, order)) return
  const sentence = `is already used by report ${taken.reportId}, whose order differs`
  refuseContent([invalid('reportName', sentence)])
}
