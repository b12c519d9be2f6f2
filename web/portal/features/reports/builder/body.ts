// pure
import { dayAfter } from '../period-text.ts'
import type { ReportForm } from './form.ts'
import { midnight } from './zone-time.ts'

/** The name of a preview, which is not stored. */
const PREVIEW_NAME = 'Preview'

/** The order or the subscription as the API takes it. */
export function bodyOf(form: ReportForm): Readonly<Record<string, unknown>> {
  const { filters, convention, format } = form
  const named = Object.fromEntries(
    filters.filter(({ values }) => values.length > 0).map(({ name, values }) => [name, values]),
  )
  return {
    reportDefinitionName: form.definition,
    reportName: form.name.trim(),
    reportMimeType: format,
    reportFields: form.fields,
    reportFilters: named,
    reportPreferences: {
      signedAmounts: form.hasSignedAmounts,
      ...(convention !== '' && format === 'text/csv' && { fieldNameConvention: convention }),
    },
    ...(form.group !== '' && { groupName: form.group }),
    timezone: form.zone,
    ...(form.isOnce ? periodOf(form) : scheduleOf(form)),
    deliverTo: addressesOf(form.recipients),
  }
}

/** The body of a preview: the same, with a name where there is none yet. */
export function previewOf(form: ReportForm): Readonly<Record<string, unknown>> {
  return { ...bodyOf(form), reportName: form.name.trim() === '' ? PREVIEW_NAME : form.name.trim(), deliverTo: [] }
}

/** A period of whole days in the zone of the report. */
function periodOf({ from, to, zone }: ReportForm) {
  return {
    reportFrequency: 'ADHOC',
    reportStartTime: midnight(from, zone),
    reportEndTime: midnight(dayAfter(to), zone),
  }
}

export function scheduleOf(form: ReportForm) {
  const { frequency, startDay } = form
  const hasDay = frequency === 'WEEKLY' || frequency === 'MONTHLY'
  return {
    reportFrequency: frequency,
    startTime: form.time.replace(':', ''),
    ...(hasDay && { startDay }),
    ...(frequency === 'USER_DEFINED' && { reportInterval: intervalOf(form) }),
  }
}

/** PT2H30M; a part of zero is left out. */
function intervalOf({ intervalHours, intervalMinutes }: ReportForm): string {
  const part = (text: string, unit: string): string => (Number(text) > 0 ? `${Number(text)}${unit}` : '')
  return `PT${part(intervalHours, 'H')}${part(intervalMinutes, 'M')}`
}

function addressesOf(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '')
}

/** The same as a command for a terminal; the key is a variable there. */
export function curlOf(form: ReportForm, origin: string): string {
  const [method, path] = form.isOnce ? ['POST', '/reporting/v3/reports'] : ['PUT', '/reporting/v3/report-subscriptions']
  const body = JSON.stringify(bodyOf(form), undefined, 2).replaceAll("'", `'\\''`)
  return [
    `curl -X ${method} '${origin}${path}' \\`,
    `  -H "Authorization: Bearer $KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}

const DAYS_MAX = 31
const DAY_MS = 86_400_000
/** A year and a day in monthly pieces. */
const PIECES_MAX = 13

/** How many days the period has; both its ends are included. */
export function daysOf({ from, to }: Pick<ReportForm, 'from' | 'to'>): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1
}

export type Piece = { readonly from: string; readonly to: string; readonly name: string }

/**
 * The reports that a period over the limit is divided into: one for each calendar month of it. Undefined if the period fits
 * into one, or if there would be too many.
 */
export function piecesOf(form: Pick<ReportForm, 'from' | 'to' | 'name'>): readonly Piece[] | undefined {
  const days = daysOf(form)
  if (!(days > DAYS_MAX)) return undefined
  const pieces: Piece[] = []
  for (let from = form.from; from <= form.to; from = dayAfter(pieces.at(-1)?.to ?? form.to)) {
    if (pieces.length === PIECES_MAX) return undefined
    const end = monthEnd(from)
    const to = end < form.to ? end : form.to
    pieces.push({ from, to, name: `${form.name.trim()} ${from} ${to}` })
  }
  return pieces
}

function monthEnd(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
