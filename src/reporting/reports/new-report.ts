// pure
import { type Report, type ReportTerms, reportOnOf, requestedNames } from './report.ts'

/** The data of a report when it is ordered. */
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

/** A report that has just been ordered: PENDING if its user has room for it, otherwise QUEUED. */
export function newReport(order: NewReport, { hasRoom }: { readonly hasRoom: boolean }): Report {
  return {
    ...order,
    reportOn: reportOnOf(order.period, order.terms.timeZone),
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

/** Whether two orders have the same terms and the same period. */
export function isSameOrder(one: Pick<Report, 'terms' | 'period'>, other: Pick<Report, 'terms' | 'period'>): boolean {
  return (
    isSameTerms(one.terms, other.terms) &&
    one.period.startsAt.equals(other.period.startsAt) &&
    one.period.endsAt.equals(other.period.endsAt)
  )
}

export function isSameTerms(one: ReportTerms, other: ReportTerms): boolean {
  return comparable(one) === comparable(other)
}

/** The order of filters has no meaning, and the database does not preserve it. */
function comparable(terms: ReportTerms): string {
  const filters = Object.entries(terms.filters).sort(([a], [b]) => (a < b ? -1 : 1))
  const { signedAmounts, fieldNameConvention } = terms.preferences
  return JSON.stringify([
    terms.definitionName,
    terms.mimeType,
    terms.reportName,
    requestedNames(terms),
    filters,
    signedAmounts,
    fieldNameConvention ?? null,
    terms.timeZone,
    terms.groupName ?? null,
    terms.deliverTo,
  ])
}
