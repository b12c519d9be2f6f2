import type { ReportDefinition } from '../../../catalogue/report-definition.ts'
import { nearestName } from '../../../kernel/nearest-name.ts'
import {
  ContentRefusal,
  converted,
  hasNoValue,
  invalid,
  isObject,
  listOf,
  member,
  members,
  missing,
  type Read,
  type Reader,
  refused,
  required,
  together,
  withDefault,
} from '../../../kernel/reading/reading.ts'
import { isMailAddress, oneOf, readOf, text } from '../../../kernel/reading/text-readers.ts'
import { merchantGroups } from '../../../organizations/index.ts'
import type { Organization } from '../../../organizations/pure.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getReportDefinition } from '../get-report-definition.ts'
import { REPORT_MIME_TYPES, type ReportMimeType, type ReportTerms } from '../report.ts'
import { formatsOf } from '../report-formats.ts'
import { reportFields } from './read-report-fields.ts'
import { reportFilters } from './read-report-filters.ts'
import { PRESENT_ZONE_NAMES, REPORT_TIME_ZONES } from './report-time-zones.ts'

/** The organization's data that the readers of a body need. */
export type TermsContext = {
  readonly timeZone: string
  /** The merchant group that the body names, if the organization has it. */
  readonly groupName: string | undefined
}

type TermsOptions = TermsContext & {
  /** Whether the organization's time zone is the default. */
  readonly isTimeZoneOptional: boolean
}

const NAME = /^[a-zA-Z0-9 _+-]{1,250}$/
const GROUP_NAME = /^[\x20-\x7e]{1,80}$/
const ADDRESSES_MAX = 20
/** Accepted from every organization. */
const ZONES = [...REPORT_TIME_ZONES, ...PRESENT_ZONE_NAMES]
const TIME_ZONE_KEYS = ['timezone', 'timeZone'] as const
const GROUP_KEYS = ['groupName', 'selectedMerchantGroupName'] as const
/** The key by which existing clients read the group, and which they send back. */
const READ_GROUP_KEY = 'groupId'
/** Keyed by the name in capitals, without spaces. */
const CONVENTIONS: Readonly<Record<string, 'SOAPI' | 'SCMP'>> = {
  SOAPI: 'SOAPI',
  SIMPLEORDERAPI: 'SOAPI',
  SCMP: 'SCMP',
}

/** Loads the organization's data that `readTerms` needs. */
export async function loadTermsContext(
  db: Db,
  { organizationId, timeZone }: Pick<Organization, 'organizationId' | 'timeZone'>,
  body: unknown,
): Promise<TermsContext> {
  const named = groupNameIn(body)
  const group = named === undefined ? undefined : await merchantGroups.find(db, organizationId, named)
  return { timeZone, groupName: group?.name }
}

/** The merchant group that the body names; undefined if no group can have that name. */
export function groupNameIn(body: unknown): string | undefined {
  const names = isObject(body) ? [...GROUP_KEYS, READ_GROUP_KEY].map((key) => body[key]) : []
  return names.find((name) => typeof name === 'string' && GROUP_NAME.test(name)) as string | undefined
}

/** Reads the terms that one-time reports and subscriptions have in common. */
export function readTerms(body: unknown, options: TermsOptions): Read<ReportTerms> {
  const definition = definitionIn(body, '')
  const known = 'value' in definition ? definition.value : undefined
  const terms = together({
    definition: () => definition,
    mimeType: member('reportMimeType', withDefault(mimeType(known), 'text/csv')),
    reportName: member('reportName', required(reportName)),
    timeZone: eitherOf(TIME_ZONE_KEYS, timeZone(options)),
    requested: member('reportFields', required(reportFields(known))),
    filters: member('reportFilters', withDefault(reportFilters(known), {})),
    preferences: member('reportPreferences', preferences),
    groupName: groupIn(options),
    deliverTo: member('deliverTo', withDefault(addresses, [])),
  })
  return converted(terms, ({ definition: { name }, requested, preferences: given, ...others }) => ({
    ...others,
    ...requested,
    definitionName: name,
    preferences: {
      signedAmounts: given.signedAmounts,
      // Only CSV has a convention, but existing clients also send it with XML.
      fieldNameConvention: others.mimeType === 'text/csv' ? given.fieldNameConvention : undefined,
    },
  }))(body, '')
}

/** Reads the time zone of a schedule. */
export function readTimeZone(body: unknown, context: TermsContext): Read<string> {
  return eitherOf(TIME_ZONE_KEYS, timeZone({ ...context, isTimeZoneOptional: false }))(body, '')
}

/** All time zones of reports of an organization, each by the name that it is sent with. */
export function timeZonesFor(own: string): readonly string[] {
  return [...new Set([...ZONES, own])].toSorted()
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

function mimeType(definition: ReportDefinition | undefined): Reader<ReportMimeType> {
  const parse = oneOf(definition === undefined ? REPORT_MIME_TYPES : formatsOf(definition))
  return (raw, field) => {
    return readOf(parse(typeof raw === 'string' ? raw : ''), field)
  }
}

function timeZone(options: TermsOptions): Reader<string> {
  const named: Reader<string> = (raw, field) => {
    // Definitions name the organization's own zone as their default.
    if (typeof raw === 'string' && (raw === options.timeZone || ZONES.includes(raw))) return { value: raw }
    const nearest = typeof raw === 'string' ? nearestName(raw, ZONES) : undefined
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
    return refused(field, `is not a supported report time zone${hint}`)
  }
  return options.isTimeZoneOptional ? withDefault(named, options.timeZone) : required(named)
}

function groupName(context: TermsContext): Reader<string | undefined> {
  return (raw, field) => {
    if (hasNoValue(raw)) return { value: undefined }
    if (raw === context.groupName) return { value: context.groupName }
    return refused(field, 'is not a merchant group of the organization')
  }
}

/** A `groupId` that is not one of our names is ignored: those of other services are numbers. */
function groupIn(context: TermsContext): Reader<string | undefined> {
  const named = eitherOf(GROUP_KEYS, groupName(context))
  return (body, field) => {
    const read = named(body, field)
    const isSentBack = isObject(body) && body[READ_GROUP_KEY] === context.groupName
    return isSentBack && 'value' in read ? { value: context.groupName } : read
  }
}

/** Reads one of two synonymous keys; if both are given they must be equal. */
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

/** Checks that the body of a request is an object. */
export function bodyObject(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body
  throw new ContentRefusal([hasNoValue(body) ? missing('body') : invalid('body', 'must be an object')])
}
