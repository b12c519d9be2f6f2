// pure
import { type Report, type ReportTerms, reportOnOf } from './report.ts'

/** What is said of a report when it is ordered. */
export type NewReport = Pick<
  Report,
  | 'organizationId'
  | 'reportId'
  | 'terms'
  | 'frequency'
  | 'period'
  | 'orderedBy'
  | 'queuedAt'
  | 'rerunOf'
  | 'subscriptionId'
>

/** A report that begins its life: its job waits for a worker, or it waits for its user to have room. */
export function newReport(asked: NewReport, { hasRoom }: { readonly hasRoom: boolean }): Report {
  return {
    ...asked,
    reportOn: reportOnOf(asked.period, asked.terms.timeZone),
    status: hasRoom ? 'PENDING' : 'QUEUED',
    reason: undefined,
    failures: 0,
    generatingAt: undefined,
    completedAt: undefined,
    runId: undefined,
    progress: undefined,
    file: undefined,
    manifest: undefined,
  }
}

/** Whether two orders ask for the same, to the last detail. */
export function isSameOrder(one: Pick<Report, 'terms' | 'period'>, other: Pick<Report, 'terms' | 'period'>): boolean {
  return (
    isSameTerms(one.terms, other.terms) &&
    one.period.startsAt.equals(other.period.startsAt) &&
    one.period.endsAt.equals(other.period.endsAt)
  )
}

/** Whether two ask for the same, whenever it is to be made. */
export function isSameTerms(one: ReportTerms, other: ReportTerms): boolean {
  return comparable(one) === comparable(other)
}

/** The order of filters says nothing, and stores do not keep it. */
function comparable(terms: ReportTerms): string {
  const filters = Object.entries(terms.filters).sort(([a], [b]) => (a < b ? -1 : 1))
  const { signedAmounts, fieldNameConvention } = terms.preferences
  return JSON.stringify([
    terms.definitionName,
    terms.mimeType,
    terms.reportName,
    terms.fields,
    filters,
    signedAmounts,
    fieldNameConvention ?? null,
    terms.timeZone,
    terms.groupName ?? null,
    terms.deliverTo,
  ])
}
