import { PERSONAL_NAMES } from '../../catalogue/personal-fields.ts'
import {
  type HeldData,
  heldTogether,
  type PersonalDataHolder,
  type RemainingData,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import type { Report } from '../reports/report.ts'
import { isFinished } from '../reports/report-states.ts'
import { findPersonReports } from './person-report-store.ts'
import { CUSTOMER_FILTERS, eraseRecipient, visitPersonSubscriptions } from './person-subscriptions.ts'

type Deps = ReportActionDeps & {
  readonly db: Pick<Database, 'db' | 'transaction'>
  readonly config: { readonly reportRetentionMonths: number }
}

const LISTED_MAX = 20

/**
 * Holds subscriptions, whose recipients are erased, and reports. A report file was handed out and has a published hash,
 * so it is not rewritten: the erasure lists the files that may contain the person's data, and when each is removed.
 */
export function reportsHolder(deps: Deps): PersonalDataHolder {
  return {
    name: 'reporting',
    find: (sought) => findHeldData(deps, sought, async () => true),
    erase: (sought, by) =>
      findHeldData(deps, sought, async ({ organizationId, subscriptionId }) =>
        eraseRecipient(deps, by, { organizationId, subscriptionId, person: sought.person }),
      ),
  }
}

/** Subscriptions come first, so that they order no further reports that name the person. */
async function findHeldData(
  deps: Deps,
  sought: SoughtPerson,
  work: Parameters<typeof visitPersonSubscriptions>[2],
): Promise<HeldData> {
  const subscriptions = await visitPersonSubscriptions(deps.db.db, sought, work)
  return heldTogether(subscriptions, await findRemainingReports(deps, sought))
}

async function findRemainingReports(deps: Deps, sought: SoughtPerson): Promise<HeldData> {
  const { db } = deps.db
  const { path } = await getOrganization(db, sought.organizationId)
  // Organizations above may have reported on those below.
  const organizationIds = [...new Set([...path, ...sought.organizationIds])]
  const emails = sought.person.emails.map((email) => email.toLowerCase())
  const { customerIds } = sought.person
  const query = {
    organizationIds,
    personalFields: PERSONAL_NAMES,
    emails,
    customerIds,
    customerFilters: CUSTOMER_FILTERS,
  }
  const { first, total } = await findPersonReports(db, query, { limit: LISTED_MAX })
  const more = total - first.length
  const months = deps.config.reportRetentionMonths
  return {
    counts: {},
    remaining: [...first.map((report) => remaining(report, months)), ...(more > 0 ? [manyMore(more, months)] : [])],
  }
}

function remaining(report: Report, months: number): RemainingData {
  const { reportId, terms, reportOn, organizationId } = report
  const what = `report "${terms.reportName}" of ${reportOn.toString()} (${reportId}, ${organizationId})`
  if (!isFinished(report.status)) {
    return {
      what,
      why: "it is being generated and may contain the person's data: repeat the command when it has finished",
    }
  }
  const endedAt = report.completedAt ?? report.queuedAt
  const goesOn = endedAt.toZonedDateTimeISO('UTC').toPlainDate().add({ months, days: 1 })
  return {
    what,
    why: `it may contain the person's data and cannot be rewritten; it will be removed by ${goesOn.toString()}, or immediately with "quittance reports remove ${reportId}"`,
  }
}

function manyMore(count: number, months: number): RemainingData {
  return {
    what: count === 1 ? '1 more report' : `${count} more reports`,
    why: `they may contain the person's data and cannot be rewritten; each will be removed ${months} months after it was generated, or with "quittance reports remove" ("quittance reports list" shows them)`,
  }
}
