import { parseInstant } from '../../kernel/time-text.ts'
import type { ContentProblem } from './content-problem.ts'
import { hasNoValue, invalid, missing, type Outcome, refuseContent } from './content-problem.ts'
import { REPORT_FREQUENCIES, REPORT_MIME_TYPES } from './report.ts'
import { type ReportListQuery, TIME_QUERY_TYPES } from './report-list.ts'
import { REPORT_STATUSES } from './report-status.ts'

export const LIMIT_MAX = 2_000
export const NAME_LENGTH_MAX = 250
/** 32 bits: no definition has a larger number. */
const DEFINITION_ID_MAX = 2_147_483_647
const NO_TIME = Temporal.Instant.fromEpochMilliseconds(0)

/** Reads what a client asks for and refuses all that is wrong with it at once. */
export function readReportListQuery(query: unknown): ReportListQuery {
  const problems: ContentProblem[] = []
  const read = <T>(name: string, parse: (text: string) => Outcome<T>): T | undefined => {
    const given = (query as Readonly<Record<string, unknown>> | null | undefined)?.[name]
    if (hasNoValue(given)) return undefined
    const outcome = typeof given === 'string' ? parse(given) : { sentence: 'must be given once' }
    if ('value' in outcome) return outcome.value
    problems.push(invalid(name, outcome.sentence))
    return undefined
  }
  const required = <T>(name: string, parse: (text: string) => Outcome<T>, none: T): T => {
    const before = problems.length
    const value = read(name, parse)
    if (value === undefined && problems.length === before) problems.push(missing(name))
    return value ?? none
  }
  const [from, to] = [
    required('startTime', trimmed(instantOf), NO_TIME),
    required('endTime', trimmed(instantOf), NO_TIME),
  ]
  if (problems.length === 0 && Temporal.Instant.compare(from, to) >= 0) {
    problems.push(invalid('endTime', 'must be later than startTime'))
  }
  const asked: ReportListQuery = {
    from,
    to,
    timeQueryType: required('timeQueryType', oneOf(TIME_QUERY_TYPES), 'reportTimeFrame'),
    offset: read('offset', wholeNumber(0, Number.MAX_SAFE_INTEGER)) ?? 0,
    limit: read('limit', wholeNumber(1, LIMIT_MAX)) ?? LIMIT_MAX,
    filters: {
      mimeType: read('reportMimeType', oneOf(REPORT_MIME_TYPES)),
      frequency: read('reportFrequency', oneOf(REPORT_FREQUENCIES)),
      reportName: read('reportName', nameOf),
      definitionId: read('reportDefinitionId', wholeNumber(0, DEFINITION_ID_MAX)),
      status: read('reportStatus', oneOf(REPORT_STATUSES)),
    },
  }
  refuseContent(problems)
  return asked
}

/** Of a name blanks around it are a part, of nothing else. */
function trimmed<T>(parse: (text: string) => Outcome<T>): (text: string) => Outcome<T> {
  return (text) => parse(text.trim())
}

function instantOf(text: string): Outcome<Temporal.Instant> {
  // An offset's plus sign that was not percent-encoded arrives as a blank.
  const value = parseInstant(text.replace(/ (?=\d\d:?\d\d$)/, '+'))
  return value === undefined
    ? { sentence: 'must be a time with its offset such as 2026-03-09T10:00:00Z' }
    : { value }
}

/** In any letter case. */
function oneOf<T extends string>(known: readonly T[]): (text: string) => Outcome<T> {
  return trimmed((text) => {
    const value = known.find((one) => one.toLowerCase() === text.toLowerCase())
    return value === undefined ? { sentence: `must be one of ${known.join(', ')}` } : { value }
  })
}

function wholeNumber(min: number, max: number): (text: string) => Outcome<number> {
  return trimmed((text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max
      ? { value }
      : { sentence: `must be a whole number from ${min} to ${max}` }
  })
}

function nameOf(text: string): Outcome<string> {
  const isPlain = text.isWellFormed() && !/\p{Cc}/u.test(text)
  return isPlain && text.length <= NAME_LENGTH_MAX
    ? { value: text }
    : { sentence: `must be a text of 1 to ${NAME_LENGTH_MAX} characters` }
}
