import { readValue } from '../../../catalogue/read-value.ts'
import type { ReportDefinition } from '../../../catalogue/report-definition.ts'
import { filtersOf, type ReportFilter } from '../../../catalogue/report-filters.ts'
import { nearestName } from '../../../kernel/nearest-name.ts'
import {
  converted,
  isObject,
  listOf,
  type Problem,
  type Read,
  type Reader,
  refused,
} from '../../../kernel/reading/reading.ts'
import { excerpt } from '../excerpt.ts'
import type { ReportTerms } from '../report.ts'

const VALUES_MAX = 1_000
const VALUE_LENGTH_MAX = 1_000
/** Finding a suggestion is costly. */
const SUGGESTIONS_MAX = 10

/** A filter as sent, with the paths of its name and values for problems. */
type FilterInput = {
  readonly path: string
  readonly valuesPath: string
  readonly name: unknown
  readonly values: unknown
}

/** Reads filters from a map or a list, in any letter case. */
export function reportFilters(definition: ReportDefinition | undefined): Reader<ReportTerms['filters']> {
  return (raw, field) => {
    // The filters cannot be checked against an unknown definition.
    if (definition === undefined) return { value: {} }
    const known = filtersOf(definition)
    const inputs = filterInputs(raw, field)
    if (inputs === undefined) return refused(field, 'must be an object that maps filter names to lists of values')
    if (inputs.length > known.length) {
      return refused(field, `must have at most ${known.length} filters`)
    }
    // Existing clients send filters without values for no filter.
    return readFilters(
      inputs.filter(({ values }) => !isEmptyList(values)),
      definition,
    )
  }
}

function readFilters(all: readonly FilterInput[], definition: ReportDefinition): Read<ReportTerms['filters']> {
  const known = filtersOf(definition)
  const places = new Map<ReportFilter['field'] | undefined, string>()
  const filters: [string, readonly string[]][] = []
  const problems: Problem[] = []
  for (const input of all) {
    const filter = filterNamed(known, input.name)
    const before = places.get(filter?.field)
    const candidates = problems.length < SUGGESTIONS_MAX ? known : []
    const read = readFilter(input, { filter, before, candidates, definition })
    if (filter !== undefined && before === undefined) places.set(filter.field, input.path)
    if ('value' in read) filters.push(read.value)
    else problems.push(...read.problems)
  }
  return problems.length > 0 ? { problems } : { value: Object.fromEntries(filters) }
}

type FilterContext = {
  readonly filter: ReportFilter | undefined
  /** The path of an earlier filter of the same field. */
  readonly before: string | undefined
  readonly candidates: readonly ReportFilter[]
  readonly definition: ReportDefinition
}

function readFilter(
  input: FilterInput,
  { filter, before, candidates, definition }: FilterContext,
): Read<[string, readonly string[]]> {
  if (filter === undefined) {
    return refused(input.path, unknownSentence(input, candidates, definition))
  }
  if (before !== undefined) return refused(input.path, `filters by the same field as ${before}`)
  const values = filterValues(filter)(input.values, input.valuesPath)
  return 'value' in values ? { value: [filter.name, values.value] } : values
}

function filterInputs(raw: unknown, field: string): readonly FilterInput[] | undefined {
  if (Array.isArray(raw)) return fromList(raw, field)
  return isObject(raw) ? fromMap(raw, field) : undefined
}

function isEmptyList(values: unknown): boolean {
  return Array.isArray(values) && values.length === 0
}

function fromMap(raw: Readonly<Record<string, unknown>>, field: string): readonly FilterInput[] {
  return Object.entries(raw).map(([name, values]) => {
    const path = `${field}.${excerpt(name)}`
    return { path, valuesPath: path, name, values }
  })
}

function fromList(raw: readonly unknown[], field: string): readonly FilterInput[] {
  return raw.map((entry, index) => {
    const path = `${field}[${index}]`
    const { name, values } = isObject(entry) ? entry : {}
    return { path: `${path}.name`, valuesPath: `${path}.values`, name, values }
  })
}

function filterNamed(known: readonly ReportFilter[], name: unknown): ReportFilter | undefined {
  const folded = typeof name === 'string' ? name.toLowerCase() : undefined
  return known.find((filter) => filter.name.toLowerCase() === folded)
}

function unknownSentence(
  { name }: FilterInput,
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

function filterValues(filter: ReportFilter): Reader<readonly string[]> {
  const countMax = filter.filterType === 'SINGLE' ? 1 : VALUES_MAX
  return (raw, field) => {
    if (typeof raw === 'string') return converted(filterValue(filter), (value) => [value])(raw, field)
    if (Array.isArray(raw) && raw.length > 0 && raw.length <= countMax) {
      return listOf(filterValue(filter))(raw, field)
    }
    const count = countMax === 1 ? 'one value' : `1 to ${countMax} values`
    return refused(field, `must be a list of ${count}`)
  }
}

/** Reads a filter's value as a record's value is read, masking included. */
function filterValue({ field: filtered }: ReportFilter): Reader<string> {
  return (raw, field) => {
    if (typeof raw !== 'string' || raw === '' || raw.length > VALUE_LENGTH_MAX) {
      return refused(field, `must be a string of 1 to ${VALUE_LENGTH_MAX} characters`)
    }
    const read = readValue(filtered, raw, false)
    if ('problem' in read) return refused(field, read.problem)
    if (read.value === undefined) return refused(field, 'must contain letters or digits')
    return { value: typeof read.value === 'string' ? read.value : raw.trim() }
  }
}
