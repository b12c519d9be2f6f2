import { AppError } from '../../kernel/errors.ts'
import { hasNoValue, invalid, type Problem, type Reader, refused, withDefault } from '../../kernel/reading/reading.ts'
import { given, type Parse, trimmed, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { addInUtc, parseDuration, parseInstant } from '../../kernel/time-text.ts'
import type { Clock } from '../clock/clock.ts'

const LISTED_DEFAULT = 50
const LISTED_MAX = 1_000

/** Reads the options of a command; refuses them with all their problems at once. */
export function readOptions<T>(reader: Reader<T>, options: object): T {
  const read = reader(options, '')
  if ('value' in read) return read.value
  throw refusedOptions(read.problems)
}

export function refusedOption(option: string, sentence: string): AppError {
  return refusedOptions([invalid(option, sentence)])
}

function refusedOptions(problems: readonly Problem[]): AppError {
  const details = problems.map(({ field, sentence }) => ({ field, reason: sentence }))
  const sentences = details.map(({ field, reason }) => `${field} ${reason}`)
  const message = `Invalid options: ${sentences.join('; ')}.`
  return new AppError('invalid', 'INVALID_DATA', message, details)
}

/** Refuses an option that has no meaning together with others. */
export function absent(sentence: string): Reader<undefined> {
  return (raw, field) => (hasNoValue(raw) ? { value: undefined } : refused(field, sentence))
}

/** The maximum number of entries in a list. */
export const listLimit = withDefault(given(wholeNumber(1, LISTED_MAX)), LISTED_DEFAULT)

/** A comma-separated list. */
export function someOf<T>(parse: Parse<T>): Parse<readonly T[]> {
  return (text) => {
    const values: T[] = []
    for (const part of text.split(',')) {
      const parsed = parse(part)
      if ('sentence' in parsed) return parsed
      values.push(parsed.value)
    }
    return { value: values }
  }
}

export const day: Parse<Temporal.PlainDate> = trimmed((text) => {
  const value = dayIn(text)
  return value === undefined ? { sentence: 'must be a date such as 2026-03-09' } : { value }
})

/** An instant, or a date, which begins at midnight UTC. */
export const dayOrInstant: Parse<Temporal.Instant> = trimmed((text) => {
  const value = dayIn(text)?.toZonedDateTime('UTC').toInstant() ?? parseInstant(text)
  return value === undefined
    ? { sentence: 'must be a date or an instant such as 2026-03-09 or 2026-03-09T10:00:00Z' }
    : { value }
})

/** An instant, or a duration from now. */
export function instantOrDuration(clock: Clock): Parse<Temporal.Instant> {
  return trimmed((text) => {
    const duration = parseDuration(text)
    const value = duration === undefined ? parseInstant(text) : addInUtc(clock.now(), duration)
    return value === undefined
      ? { sentence: 'must be an instant such as 2027-01-01T00:00:00Z or a duration such as P90D' }
      : { value }
  })
}

function dayIn(text: string): Temporal.PlainDate | undefined {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Temporal.PlainDate.from(text) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
