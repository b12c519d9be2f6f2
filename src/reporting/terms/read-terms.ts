import { nearestName } from '../../catalogue/nearest-name.ts'
import { REPORT_FORMATS, type ReportDefinition } from '../../catalogue/report-definition.ts'
import { hasNoValue, invalid, isObject, missing } from '../../kernel/reading/reading.ts'
import { REPORT_TIME_ZONES } from '../../kernel/report-time-zones.ts'
import {
  REPORT_MIME_TYPES,
  type ReportMimeType,
  type ReportPreferences,
  type ReportTerms,
} from '../reports/report.ts'
import type { Outcome, Problems } from './content-problem.ts'
import { namedDefinition } from './named-definition.ts'
import { readReportFields } from './read-report-fields.ts'
import { readReportFilters } from './read-report-filters.ts'

/** What is known about who asks, before the body is read. */
export type Asking = {
  /** That of the organization. */
  readonly timeZone: string
  /** Whether a body without a time zone means the organization's; if so it may be asked for by name too. */
  readonly isTimeZoneOptional: boolean
  /** The organization's merchant group of the name that the body says, where it has one. */
  readonly groupName: string | undefined
}

export type Body = Readonly<Record<string, unknown>>

const NAME = /^[a-zA-Z0-9 _+-]{1,250}$/
const GROUP_NAME = /^[\x20-\x7e]{1,80}$/
const ADDRESSES_MAX = 20
const ADDRESS_LENGTH_MAX = 254
const ADDRESS =
  /^[^\s\p{Cc}@,;:<>()[\]\\"]{1,64}@(?:[^\s\p{Cc}@,;:<>()[\]\\".]{1,63}\.)+[^\s\p{Cc}@,;:<>()[\]\\".]{2,63}$/u
const TIME_ZONE_KEYS = ['timezone', 'timeZone'] as const
const GROUP_KEYS = ['groupName', 'selectedMerchantGroupName'] as const
const NO_PREFERENCES: ReportPreferences = { signedAmounts: false, fieldNameConvention: undefined }
/** As they are written once blanks are left out, in capitals. */
const CONVENTIONS: Readonly<Record<string, 'SOAPI' | 'SCMP'>> = {
  SOAPI: 'SOAPI',
  SIMPLEORDERAPI: 'SOAPI',
  SCMP: 'SCMP',
}

/** The name of a merchant group that the body asks for, as far as there could be such a group. */
export function askedGroupName(body: unknown): string | undefined {
  const names = isObject(body) ? GROUP_KEYS.map((key) => body[key]) : []
  return names.find((name) => typeof name === 'string' && GROUP_NAME.test(name)) as
    | string
    | undefined
}

/**
 * What one-time reports and subscriptions alike are asked with. Adds every problem to the list; what is
 * returned means something only where there is none.
 */
export function readTerms(body: Body, asking: Asking, problems: Problems): ReportTerms {
  const definition = readDefinition(body['reportDefinitionName'], problems)
  const mimeType = readMimeType(body['reportMimeType'], definition, problems)
  const reportName = readName(body['reportName'], problems)
  const timeZone = readTimeZone(body, asking, problems)
  return {
    definitionName: definition?.name ?? '',
    mimeType,
    reportName,
    fields: readReportFields(body['reportFields'], definition, problems),
    filters: definition ? readReportFilters(body['reportFilters'], definition, problems) : {},
    preferences: readPreferences(body['reportPreferences'], mimeType, problems),
    timeZone,
    groupName: readGroupName(body, asking, problems),
    deliverTo: readAddresses(body['deliverTo'], problems),
  }
}

function readDefinition(raw: unknown, problems: Problems): ReportDefinition | undefined {
  if (typeof raw === 'string' && !hasNoValue(raw)) return namedDefinition(raw)
  const field = 'reportDefinitionName'
  problems.push(hasNoValue(raw) ? missing(field) : invalid(field, 'must be a text'))
  return undefined
}

function readName(raw: unknown, problems: Problems): string {
  if (typeof raw === 'string' && NAME.test(raw) && raw.trim() !== '') return raw
  const sentence = 'must be 1 to 250 letters, digits, blanks, -, _ and +'
  problems.push(hasNoValue(raw) ? missing('reportName') : invalid('reportName', sentence))
  return ''
}

/** The formats of old are offered by each definition, the others by all. */
function readMimeType(
  raw: unknown,
  definition: ReportDefinition | undefined,
  problems: Problems,
): ReportMimeType {
  if (hasNoValue(raw)) return 'text/csv'
  const offered = REPORT_MIME_TYPES.filter((type) => {
    const format = REPORT_FORMATS.find((known) => known === type)
    return format === undefined || definition?.formats.includes(format) !== false
  })
  const folded = typeof raw === 'string' ? raw.trim().toLowerCase() : undefined
  const mimeType = offered.find((type) => type === folded)
  if (mimeType !== undefined) return mimeType
  problems.push(invalid('reportMimeType', `must be one of ${offered.join(', ')}`))
  return 'text/csv'
}

function readTimeZone(body: Body, asking: Asking, problems: Problems): string {
  const { field, raw } = eitherOf(body, TIME_ZONE_KEYS, problems)
  if (hasNoValue(raw)) {
    if (!asking.isTimeZoneOptional) problems.push(missing(field))
    return asking.timeZone
  }
  // What may be left out may be said as well.
  const isOwn = asking.isTimeZoneOptional && raw === asking.timeZone
  if (typeof raw === 'string' && (isOwn || REPORT_TIME_ZONES.includes(raw))) return raw
  const nearest = typeof raw === 'string' ? nearestName(raw, REPORT_TIME_ZONES) : undefined
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  problems.push(invalid(field, `is not a time zone that reports can be asked for in${hint}`))
  return asking.timeZone
}

function readGroupName(body: Body, asking: Asking, problems: Problems): string | undefined {
  const { field, raw } = eitherOf(body, GROUP_KEYS, problems)
  if (hasNoValue(raw)) return undefined
  if (raw === asking.groupName) return asking.groupName
  problems.push(invalid(field, 'is not a merchant group of the organization'))
  return undefined
}

/** One of two keys that mean the same; both must say the same. */
function eitherOf(
  body: Body,
  [first, second]: readonly [string, string],
  problems: Problems,
): { readonly field: string; readonly raw: unknown } {
  const [firstRaw, secondRaw] = [body[first], body[second]]
  if (hasNoValue(secondRaw)) return { field: first, raw: firstRaw }
  if (!hasNoValue(firstRaw) && firstRaw !== secondRaw) {
    problems.push(invalid(second, `must be the same as ${first}, or be left out`))
    return { field: first, raw: firstRaw }
  }
  return { field: second, raw: secondRaw }
}

function readPreferences(
  raw: unknown,
  mimeType: ReportMimeType,
  problems: Problems,
): ReportPreferences {
  if (hasNoValue(raw)) return NO_PREFERENCES
  if (!isObject(raw)) {
    problems.push(invalid('reportPreferences', 'must be an object'))
    return NO_PREFERENCES
  }
  const read = <T>(name: string, parse: (raw: unknown) => Outcome<T>, none: T): T => {
    const outcome = hasNoValue(raw[name]) ? { value: none } : parse(raw[name])
    if ('value' in outcome) return outcome.value
    problems.push(invalid(`reportPreferences.${name}`, outcome.sentence))
    return none
  }
  return {
    signedAmounts: read('signedAmounts', readBoolean, NO_PREFERENCES.signedAmounts),
    fieldNameConvention: read(
      'fieldNameConvention',
      (text) => readConvention(text, mimeType),
      NO_PREFERENCES.fieldNameConvention,
    ),
  }
}

function readBoolean(raw: unknown): Outcome<boolean> {
  const folded = typeof raw === 'string' ? raw.toLowerCase() : raw
  if (folded === true || folded === 'true') return { value: true }
  if (folded === false || folded === 'false') return { value: false }
  return { sentence: 'must be true or false' }
}

function readConvention(
  raw: unknown,
  mimeType: ReportMimeType,
): Outcome<ReportPreferences['fieldNameConvention']> {
  const folded = typeof raw === 'string' ? raw.replaceAll(' ', '').toUpperCase() : ''
  const value = Object.hasOwn(CONVENTIONS, folded) ? CONVENTIONS[folded] : undefined
  if (value === undefined) return { sentence: 'must be SOAPI or SCMP' }
  // It is for CSV alone, and existing programs send it along with XML.
  return { value: mimeType === 'text/csv' ? value : undefined }
}

function readAddresses(raw: unknown, problems: Problems): readonly string[] {
  if (hasNoValue(raw)) return []
  if (!Array.isArray(raw) || raw.length > ADDRESSES_MAX) {
    problems.push(invalid('deliverTo', `must be a list of at most ${ADDRESSES_MAX} mail addresses`))
    return []
  }
  const addresses = raw.filter((address, index) => {
    if (isAddress(address)) return true
    problems.push(invalid(`deliverTo[${index}]`, 'is not a mail address'))
    return false
  })
  return [...new Set<string>(addresses)]
}

function isAddress(raw: unknown): raw is string {
  return (
    typeof raw === 'string' &&
    raw.length <= ADDRESS_LENGTH_MAX &&
    raw.isWellFormed() &&
    ADDRESS.test(raw)
  )
}
