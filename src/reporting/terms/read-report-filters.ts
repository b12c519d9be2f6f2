import { nearestName } from '../../catalogue/nearest-name.ts'
import type { ReportDefinition } from '../../catalogue/report-definition.ts'
import { filtersOf, type ReportFilter } from '../../catalogue/report-filters.ts'
import { hasNoValue, invalid, isObject } from '../../kernel/reading/reading.ts'
import { readValue } from '../../records/index.ts'
import type { ReportTerms } from '../reports/report.ts'
import { type Outcome, type Problems, shown } from './content-problem.ts'

const FIELD = 'reportFilters'
const VALUES_MAX = 1_000
const VALUE_LENGTH_MAX = 1_000
/** What may have been meant is costly to find out. */
const SUGGESTIONS_MAX = 10

/** A filter as it was sent, and what to call it and its values in a refusal. */
type Asked = {
  readonly path: string
  readonly valuesPath: string
  readonly name: unknown
  readonly values: unknown
}

/** Filters by their own names, whichever spelling was sent, as a map or as a list. */
export function readReportFilters(
  raw: unknown,
  definition: ReportDefinition,
  problems: Problems,
): ReportTerms['filters'] {
  const known = filtersOf(definition)
  const places = new Map<ReportFilter['field'], string>()
  const filters: [string, readonly string[]][] = []
  let suggestions = 0
  for (const asked of askedFilters(raw, known.length, problems)) {
    const filter = typeof asked.name === 'string' ? named(known, asked.name) : undefined
    if (filter === undefined) {
      suggestions += 1
      const candidates = suggestions <= SUGGESTIONS_MAX ? known : []
      problems.push(invalid(asked.path, unknownSentence(asked, candidates, definition)))
      continue
    }
    const before = places.get(filter.field)
    if (before !== undefined) {
      problems.push(invalid(asked.path, `filters by the same field as ${before}`))
      continue
    }
    places.set(filter.field, asked.path)
    filters.push([filter.name, readValues(asked, filter, problems)])
  }
  return Object.fromEntries(filters)
}

function askedFilters(raw: unknown, countMax: number, problems: Problems): readonly Asked[] {
  if (hasNoValue(raw)) return []
  const asked = Array.isArray(raw) ? fromList(raw) : isObject(raw) ? fromMap(raw) : undefined
  if (asked === undefined) {
    problems.push(invalid(FIELD, 'must be an object of names and lists of values'))
    return []
  }
  // Existing programs send a filter without values where they mean none.
  if (asked.length <= countMax) return asked.filter(({ values }) => !isEmptyList(values))
  problems.push(invalid(FIELD, `must not have more than ${countMax} filters`))
  return []
}

function isEmptyList(values: unknown): boolean {
  return Array.isArray(values) && values.length === 0
}

function fromMap(raw: Readonly<Record<string, unknown>>): readonly Asked[] {
  return Object.entries(raw).map(([name, values]) => {
    const path = `${FIELD}.${shown(name)}`
    return { path, valuesPath: path, name, values }
  })
}

function fromList(raw: readonly unknown[]): readonly Asked[] {
  return raw.map((entry, index) => {
    const path = `${FIELD}[${index}]`
    const { name, values } = isObject(entry) ? entry : {}
    return { path: `${path}.name`, valuesPath: `${path}.values`, name, values }
  })
}

function named(known: readonly ReportFilter[], name: string): ReportFilter | undefined {
  const folded = name.toLowerCase()
  return known.find((filter) => filter.name.toLowerCase() === folded)
}

function unknownSentence(
  { name }: Asked,
  candidates: readonly ReportFilter[],
  definition: ReportDefinition,
): string {
  if (typeof name !== 'string') return 'must be the name of a filter'
  const nearest = nearestName(
    name,
    candidates.map((filter) => filter.name),
  )
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return `is not a filter of ${definition.name}${hint}`
}

function readValues(
  { valuesPath, values }: Asked,
  filter: ReportFilter,
  problems: Problems,
): readonly string[] {
  const countMax = filter.filterType === 'SINGLE' ? 1 : VALUES_MAX
  if (!Array.isArray(values) || values.length === 0 || values.length > countMax) {
    const count = countMax === 1 ? 'one value' : `1 to ${countMax} values`
    problems.push(invalid(valuesPath, `must be a list of ${count}`))
    return []
  }
  return values.flatMap((value, index) => {
    const outcome = readOne(value, filter)
    if ('value' in outcome) return [outcome.value]
    problems.push(invalid(`${valuesPath}[${index}]`, outcome.sentence))
    return []
  })
}

/** What must not be kept of a record's value is not kept of a value that is looked for either. */
function readOne(raw: unknown, { field }: ReportFilter): Outcome<string> {
  if (typeof raw !== 'string' || raw === '' || raw.length > VALUE_LENGTH_MAX) {
    return { sentence: `must be a text of 1 to ${VALUE_LENGTH_MAX} characters` }
  }
  const read = readValue(field, raw, false)
  if ('problem' in read) return { sentence: read.problem }
  if (read.value === undefined) return { sentence: 'must hold letters or digits' }
  return { value: typeof read.value === 'string' ? read.value : raw.trim() }
}
