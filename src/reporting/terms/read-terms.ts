import { nearestName } from '../../catalogue/nearest-name.ts'
import { REPORT_FORMATS, type ReportDefinition } from '../../catalogue/report-definition.ts'
import {
  converted,
  hasNoValue,
  isObject,
  listOf,
  member,
  members,
  type Read,
  type Reader,
  refused,
  required,
  together,
  withDefault,
} from '../../kernel/reading/reading.ts'
import { isMailAddress, oneOf, text } from '../../kernel/reading/text-readers.ts'
import { REPORT_TIME_ZONES } from '../../kernel/report-time-zones.ts'
import { REPORT_MIME_TYPES, type ReportMimeType, type ReportTerms } from '../reports/report.ts'
import { getReportDefinition } from './get-report-definition.ts'
import { reportFields } from './read-report-fields.ts'
import { reportFilters } from './read-report-filters.ts'

/** What is known about who asks, before the body is read. */
export type TermsContext = {
  /** That of the organization. */
  readonly timeZone: string
  /** Whether a body without a time zone means the organization's; if so it may be asked for by name too. */
  readonly isTimeZoneOptional: boolean
  /** The organization's merchant group of the name that the body says, where it has one. */
  readonly groupName: string | undefined
}

const NAME = /^[a-zA-Z0-9 _+-]{1,250}$/
const GROUP_NAME = /^[\x20-\x7e]{1,80}$/
const ADDRESSES_MAX = 20
const TIME_ZONE_KEYS = ['timezone', 'timeZone'] as const
const GROUP_KEYS = ['groupName', 'selectedMerchantGroupName'] as const
/** As they are written once spaces are left out, in capitals. */
const CONVENTIONS: Readonly<Record<string, 'SOAPI' | 'SCMP'>> = {
  SOAPI: 'SOAPI',
  SIMPLEORDERAPI: 'SOAPI',
  SCMP: 'SCMP',
}

/** The name of a merchant group that the body asks for, as far as there could be such a group. */
export function groupNameIn(body: unknown): string | undefined {
  const names = isObject(body) ? GROUP_KEYS.map((key) => body[key]) : []
  return names.find((name) => typeof name === 'string' && GROUP_NAME.test(name)) as string | undefined
}

/** What one-time reports and subscriptions alike are asked with. */
export function readTerms(body: unknown, asking: TermsContext): Read<ReportTerms> {
  const definition = definitionIn(body, '')
  const known = 'value' in definition ? definition.value : undefined
  const terms = together({
    definition: () => definition,
    mimeType: member('reportMimeType', withDefault(mimeType(known), 'text/csv')),
    reportName: member('reportName', required(reportName)),
    timeZone: eitherOf(TIME_ZONE_KEYS, timeZone(asking)),
    fields: member('reportFields', required(reportFields(known))),
    filters: member('reportFilters', withDefault(reportFilters(known), {})),
    preferences: member('reportPreferences', preferences),
    groupName: eitherOf(GROUP_KEYS, groupName(asking)),
    deliverTo: member('deliverTo', withDefault(addresses, [])),
  })
  return converted(terms, ({ definition: { name }, preferences: asked, ...others }) => ({
    ...others,
    definitionName: name,
    preferences: {
      signedAmounts: asked.signedAmounts,
      // It is for CSV alone, and existing programs send it along with XML.
      fieldNameConvention: others.mimeType === 'text/csv' ? asked.fieldNameConvention : undefined,
    },
  }))(body, '')
}

const definitionIn = member(
  'reportDefinitionName',
  required(
    converted(
      text('must be a string', () => true),
      getReportDefinition,
    ),
  ),
)

const reportName = text('must be 1 to 250 characters (letters, digits, spaces, -, _, +)', (name) => NAME.test(name))

/** The formats of old are offered by each definition, the others by all. */
function mimeType(definition: ReportDefinition | undefined): Reader<ReportMimeType> {
  const offered = REPORT_MIME_TYPES.filter((type) => {
    const format = REPORT_FORMATS.find((known) => known === type)
    return format === undefined || definition?.formats.includes(format) !== false
  })
  const parse = oneOf(offered)
  return (raw, field) => {
    const parsed = parse(typeof raw === 'string' ? raw : '')
    return 'value' in parsed ? parsed : refused(field, parsed.sentence)
  }
}

function timeZone(asking: TermsContext): Reader<string> {
  const named: Reader<string> = (raw, field) => {
    // What may be left out may be said as well.
    const isOwn = asking.isTimeZoneOptional && raw === asking.timeZone
    if (typeof raw === 'string' && (isOwn || REPORT_TIME_ZONES.includes(raw))) return { value: raw }
    const nearest = typeof raw === 'string' ? nearestName(raw, REPORT_TIME_ZONES) : undefined
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
    return refused(field, `is not a supported report time zone${hint}`)
  }
  return asking.isTimeZoneOptional ? withDefault(named, asking.timeZone) : required(named)
}

function groupName(asking: TermsContext): Reader<string | undefined> {
  return (raw, field) => {
    if (hasNoValue(raw)) return { value: undefined }
    if (raw === asking.groupName) return { value: asking.groupName }
    return refused(field, 'is not a merchant group of the organization')
  }
}

/** One of two keys that mean the same; both must say the same. */
function eitherOf<T>([first, second]: readonly [string, string], reader: Reader<T>): Reader<T> {
  return (body, field) => {
    const [one, other] = isObject(body) ? [body[first], body[second]] : []
    if (hasNoValue(other)) return member(first, reader)(body, field)
    if (!hasNoValue(one) && one !== other) {
      return refused(second, `must be the same as ${first} or omitted`)
    }
    return member(second, reader)(body, field)
  }
}

const trueOrFalse: Reader<boolean> = (raw, field) => {
  const folded = String(raw).toLowerCase()
  return (typeof raw === 'string' || typeof raw === 'boolean') && /^(?:true|false)$/.test(folded)
    ? { value: folded === 'true' }
    : refused(field, 'must be true or false')
}

const convention: Reader<'SOAPI' | 'SCMP' | undefined> = (raw, field) => {
  const folded = typeof raw === 'string' ? raw.replaceAll(' ', '').toUpperCase() : ''
  const value = Object.hasOwn(CONVENTIONS, folded) ? CONVENTIONS[folded] : undefined
  return value === undefined ? refused(field, 'must be SOAPI or SCMP') : { value }
}

const preferences = members({
  signedAmounts: withDefault(trueOrFalse, false),
  fieldNameConvention: withDefault(convention, undefined),
})

const addresses: Reader<readonly string[]> = (raw, field) => {
  if (!Array.isArray(raw) || raw.length > ADDRESSES_MAX) {
    return refused(field, `must be a list of at most ${ADDRESSES_MAX} email addresses`)
  }
  const each = text('is not an email address', isMailAddress)
  return converted(listOf(each), (all) => [...new Set(all)])(raw, field)
}
