import { fieldsOfDefinition, type ReportDefinition } from '../../../src/catalogue/report-definition.ts'
import { filtersOf, type ReportFilter } from '../../../src/catalogue/report-filters.ts'
import { valueOrThrow } from '../../../src/kernel/reading/reading.ts'
import type { ReportTerms } from '../../../src/reporting/reports/report.ts'
import { reportFilters } from '../../../src/reporting/reports/terms/read-report-filters.ts'
import { REPORT_TIME_ZONES } from '../../../src/reporting/reports/terms/report-time-zones.ts'
import type { GivenReport } from '../data/made-reports.ts'
import { among, type RandomDelivery, RECORDS_SPAN } from './random-deliveries.ts'
import type { Random } from './seeded-random.ts'

const FIELDS_MAX = 30
/** Halves and quarters of hours, changes of half an hour, and none at all. */
const ZONES = [
  ...['GMT', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'],
  ...['America/New_York', 'Europe/Berlin'],
]
const CONVENTIONS = [undefined, 'SOAPI', 'SCMP'] as const
const MS_PER_DAY = 86_400_000

/** A plausible order of a report of the definition, about the delivered records. */
export function aRandomOrder(
  random: Random,
  definition: ReportDefinition,
  deliveries: readonly RandomDelivery[],
): GivenReport {
  const convention = among(random, CONVENTIONS)
  return {
    definitionName: definition.name,
    fields: someFields(random, definition),
    filters: random.integer(1, 3) === 1 ? someFilters(random, definition, deliveries) : {},
    timeZone: among(random, random.isHeads() ? ZONES : REPORT_TIME_ZONES),
    signedAmounts: random.isHeads(),
    ...(convention === undefined ? {} : { fieldNameConvention: convention }),
    ...aSpan(random),
  }
}

function someFields(random: Random, definition: ReportDefinition): readonly string[] {
  const chance = random.integer(1, 12)
  if (chance === 1) return definition.defaultFields
  const all = fieldsOfDefinition(definition).map(({ wireName }) => wireName)
  const count = chance === 2 ? all.length : random.integer(1, Math.min(FIELDS_MAX, all.length))
  return all
    .map((name) => [random.integer(0, 2 ** 31), name] as const)
    .toSorted(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, name]) => name)
}

/** Values that records have, some in other letters, and one that none has. */
function someFilters(
  random: Random,
  definition: ReportDefinition,
  deliveries: readonly RandomDelivery[],
): ReportTerms['filters'] {
  const records = deliveries.filter(({ kind }) => kind.name === definition.kind).flatMap((delivery) => delivery.records)
  const usable = filtersOf(definition).flatMap((filter) => {
    const values = records.map(({ fields }) => fields[filter.field.wireName] ?? '')
    const [first, ...others] = values.flatMap((value) => valuesAsked(random, filter, definition, value))
    return first === undefined ? [] : [{ filter, values: [first, ...others] }]
  })
  if (usable.length === 0) return {}
  const { filter, values } = among(random, usable)
  const countMax = filter.filterType === 'SINGLE' ? 1 : 4
  const asked = Array.from({ length: random.integer(1, countMax) }, () => among(random, values))
  return valueOrThrow(reportFilters(definition)({ [filter.name]: asked }, 'reportFilters'))
}

/** None where no one could request the value. */
function valuesAsked(
  random: Random,
  { name, field }: ReportFilter,
  definition: ReportDefinition,
  value: string,
): readonly string[] {
  const asked = field.isPersonal && random.isHeads() ? value.toUpperCase() : value
  const read = reportFilters(definition)({ [name]: [asked] }, 'reportFilters')
  return 'value' in read ? [asked] : []
}

function aSpan(random: Random): Pick<GivenReport, 'startsAt' | 'endsAt'> {
  if (random.isHeads()) return RECORDS_SPAN
  const [fromMs, toMs] = [Date.parse(RECORDS_SPAN.startsAt), Date.parse(RECORDS_SPAN.endsAt)]
  const startMs = random.integer(fromMs, toMs - MS_PER_DAY)
  const endMs = random.integer(startMs + MS_PER_DAY, toMs)
  const written = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString()
  return { startsAt: written(startMs), endsAt: written(endMs) }
}
