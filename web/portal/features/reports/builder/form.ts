// pure
import type { ReportMimeType } from '../../../../../src/reporting/reports/report.ts'
import { dayBefore } from '../period-text.ts'
import { READY_MADE_TIME, type ReadyMadeReport } from '../ready-made.ts'

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'USER_DEFINED'
export type Filter = { readonly name: string; readonly values: readonly string[] }

/** A report as it is written: texts as they were typed, days of the calendar. */
export type ReportForm = {
  readonly isOnce: boolean
  readonly definition: string
  readonly name: string
  /** Whether the name was typed; until then it follows from the rest. */
  readonly isNamed: boolean
  /** A group of merchants; empty for all of the organization. */
  readonly group: string
  readonly fields: readonly string[]
  /** Until somebody chooses, the fields are the default ones of the definition. */
  readonly areFieldsChosen: boolean
  readonly filters: readonly Filter[]
  readonly format: ReportMimeType
  readonly convention: '' | 'SOAPI' | 'SCMP'
  readonly hasSignedAmounts: boolean
  readonly frequency: Frequency
  /** 06:00 */
  readonly time: string
  readonly startDay: number
  readonly intervalHours: string
  readonly intervalMinutes: string
  /** First and last day, both included. */
  readonly from: string
  readonly to: string
  readonly zone: string
  /** Addresses, separated by commas, spaces or lines. */
  readonly recipients: string
}

type Start = {
  readonly timeZone: string
  /** The day of the organization. */
  readonly today: string
  readonly definition?: string
}

const USUAL_DEFINITION = 'TransactionRequestClass'

export function newForm({ timeZone, today, definition = USUAL_DEFINITION }: Start): ReportForm {
  const yesterday = dayBefore(today)
  return {
    isOnce: true,
    definition,
    ...{ name: '', isNamed: false, group: '', fields: [], areFieldsChosen: false, filters: [] },
    ...{ format: 'text/csv', convention: '', hasSignedAmounts: false },
    ...{ frequency: 'DAILY', time: '06:00', startDay: 2, intervalHours: '6', intervalMinutes: '0' },
    ...{ from: yesterday, to: yesterday, zone: timeZone, recipients: '' },
  }
}

export function formOfReadyMade(
  report: ReadyMadeReport,
  {
    timeZone,
    fields,
    today = '2026-01-02',
  }: { readonly timeZone: string; readonly fields: readonly string[]; readonly today?: string },
): ReportForm {
  return {
    ...newForm({ timeZone, today, definition: report.definition }),
    isOnce: false,
    name: report.reportName,
    isNamed: true,
    fields,
    filters: Object.entries(report.filters).map(([name, values]) => ({ name, values })),
    frequency: report.frequency,
    startDay: report.startDay,
    time: READY_MADE_TIME,
  }
}

/** The terms that a report and a subscription of the API have in common. */
type Terms = {
  readonly reportDefinitionName: string
  readonly reportName: string
  readonly reportMimeType: ReportMimeType
  readonly reportFields: readonly string[]
  readonly reportFilters: Readonly<Record<string, readonly string[]>>
  readonly reportPreferences: { readonly signedAmounts: boolean; readonly fieldNameConvention?: 'SOAPI' | 'SCMP' }
  readonly groupName?: string
  readonly timezone: string
  readonly deliverTo: readonly string[]
}
type Schedule = {
  readonly reportFrequency: Frequency
  readonly startTime: string
  readonly startDay?: number
  readonly reportInterval?: string
}

/** A form with the terms of a report that there is: for a copy, or for the edit of a subscription. */
export function formOfTerms(terms: Terms, start: Omit<Start, 'definition'>): ReportForm {
  return {
    ...newForm({ ...start, definition: terms.reportDefinitionName }),
    name: terms.reportName,
    isNamed: true,
    group: terms.groupName ?? '',
    fields: terms.reportFields,
    areFieldsChosen: true,
    filters: Object.entries(terms.reportFilters).map(([name, values]) => ({ name, values })),
    format: terms.reportMimeType,
    convention: terms.reportPreferences.fieldNameConvention ?? '',
    hasSignedAmounts: terms.reportPreferences.signedAmounts,
    zone: terms.timezone,
    recipients: terms.deliverTo.join(', '),
  }
}

export function formOfSubscription(subscription: Terms & Schedule, start: Omit<Start, 'definition'>): ReportForm {
  const form = formOfTerms(subscription, start)
  const { reportFrequency, startTime, startDay, reportInterval } = subscription
  const [, hours = '0'] = /(\d+)H/.exec(reportInterval ?? '') ?? []
  const [, minutes = '0'] = /(\d+)M/.exec(reportInterval ?? '') ?? []
  return {
    ...form,
    isOnce: false,
    frequency: reportFrequency,
    time: `${startTime.slice(0, 2)}:${startTime.slice(2)}`,
    startDay: startDay ?? form.startDay,
    ...(reportInterval !== undefined && { intervalHours: hours, intervalMinutes: minutes }),
  }
}
