import { AppError } from '../../kernel/errors.ts'
import { sentenceOf } from '../../kernel/reading/fault.ts'
import {
  asSentence,
  hasNoValue,
  inEnglish,
  invalid,
  type Problem,
  type Reader,
  refused,
  withDefault,
} from '../../kernel/reading/reading.ts'
import { given, type Parse, parsed, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { addInUtc, parseDuration, parseInstant, unlessOutOfRange } from '../../kernel/time/time-text.ts'
import type { Clock } from '../clock/clock.ts'

const LISTED_DEFAULT = 50
const LISTED_MAX = 1_000

/** Reads the options of a command; refuses them with all their problems together. */
export function readOptions<T>(reader: Reader<T>, options: object): T {
  const read = reader(options, '')
  if ('value' in read) return read.value
  throw refusedOptions(read.problems)
}

export function refusedOption(option: string, sentence: string): AppError {
  return refusedOptions([invalid(option, sentence)])
}

function refusedOptions(problems: readonly Problem[]): AppError {
  const details = problems.map((problem) => ({ field: problem.field, reason: sentenceOf(problem) }))
  return new AppError('invalid', 'INVALID_DATA', asSentence(`Invalid options: ${inEnglish(problems)}`), details)
}

/** Refuses an option that has no meaning together with others. */
export function absent(sentence: string): Reader<undefined> {
  return (raw, field) => (hasNoValue(raw) ? { value: undefined } : refused(field, sentence))
}

/** The maximum number of entries in a list. */
export const listLimit = withDefault(given(wholeNumber(1, LISTED_MAX)), LISTED_DEFAULT)

export const day: Parse<Temporal.PlainDate> = parsed(dayIn, 'must be a date such as 2026-03-09')

/** An instant, or a date, which begins at midnight UTC. */
export const dayOrInstant: Parse<Temporal.Instant> = parsed(
  (text) => dayIn(text)?.toZonedDateTime('UTC').toInstant() ?? parseInstant(text),
  'must be a date or an instant such as 2026-03-09 or 2026-03-09T10:00:00Z',
)

/** An instant, or a duration from now. */
export function instantOrDuration(clock: Clock): Parse<Temporal.Instant> {
  return parsed((text) => {
    const duration = parseDuration(text)
    return duration === undefined ? parseInstant(text) : addInUtc(clock.now(), duration)
  }, 'must be an instant such as 2027-01-01T00:00:00Z or a duration such as P90D')
}

function dayIn(text: string): Temporal.PlainDate | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? unlessOutOfRange(() => Temporal.PlainDate.from(text)) : undefined
}
