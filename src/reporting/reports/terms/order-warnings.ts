import { hasNoValue, isObject } from '../../../kernel/reading/reading.ts'
import type { Report, ReportTerms } from '../report.ts'
import { localTime } from '../report-times.ts'
import { isEarly } from '../report-versions.ts'

export const WARNING_REASONS = ['NO_EFFECT', 'PERIOD_NOT_OVER'] as const

/** Something about an accepted order that may be a mistake. */
export type OrderWarning = {
  readonly field: string
  readonly reason: (typeof WARNING_REASONS)[number]
  readonly message: string
}

export function noEffect(field: string, reason: string): OrderWarning {
  return { field, reason: 'NO_EFFECT', message: `${field} has no effect: ${reason}.` }
}

/** Parts of a body that its terms do not have. */
export function termsWarnings(
  body: Readonly<Record<string, unknown>>,
  { mimeType, groupName }: Pick<ReportTerms, 'mimeType' | 'groupName'>,
): readonly OrderWarning[] {
  const { reportPreferences, groupId } = body
  const convention = isObject(reportPreferences) ? reportPreferences['fieldNameConvention'] : undefined
  const hasOtherNames = mimeType !== 'text/csv' && !hasNoValue(convention)
  const isOtherGroup = !hasNoValue(groupId) && groupId !== groupName
  return [
    ...(hasOtherNames
      ? [noEffect('reportPreferences.fieldNameConvention', `a report in ${mimeType} has names of its own`)]
      : []),
    ...(isOtherGroup ? [noEffect('groupId', 'it is not the name of the merchant group; groupName is')] : []),
  ]
}

/** A report that was made, or is ordered, before its period has ended. One that failed or was replaced covers nothing. */
export function periodWarnings(report: Report): readonly OrderWarning[] {
  if (report.status === 'ERROR' || report.status === 'RERUN' || !isEarly(report)) return []
  const end = localTime(report.period.endsAt, report.terms.timeZone)
  const message = `The report does not cover its whole period, which ends at ${end}. After that, the same order runs it again.`
  return [{ field: 'reportEndTime', reason: 'PERIOD_NOT_OVER', message }]
}
