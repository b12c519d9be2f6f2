import { parseInstant } from '../time/time-text.ts'
import type { Fault, Sentence } from './fault.ts'
import { type Problem, type Read, type Reader, refused } from './reading.ts'

type Parsed<T, F> = { readonly value: T } | F

/** Parses a string into a value, or into the problem with it. */
export type Parse<T, F = Fault | Sentence> = (text: string) => Parsed<T, F>

/** Reads a string that was given once: a query parameter, an option, a setting. */
export function given<T>(parse: Parse<T>): Reader<T> {
  return (raw, field) => (typeof raw === 'string' ? readOf(parse(raw), field) : refused(field, 'must be given once'))
}

/** Adds the name of the field to the problem with its string. */
export function readOf<T, F extends object>(parsed: Parsed<T, F>, field: string): Read<T, Problem<F>> {
  if ('value' in parsed) return parsed as { readonly value: T }
  return { problems: [{ field, reason: 'INVALID_DATA', ...parsed }] }
}

/** Reads a string of a certain form. */
export function text(sentence: string, isRight: (text: string) => boolean): Reader<string> {
  return (raw, field) => (typeof raw === 'string' && isRight(raw) ? { value: raw } : refused(field, sentence))
}

const ADDRESS_LENGTH_MAX = 255
const ADDRESS = /^[^\s\p{Cc}@<>"]{1,64}@[^\s\p{Cc}@<>"]{1,252}\.[^\s\p{Cc}@<>".]{2,63}$/u

/** Whether the text is one bare mail address: no display name, no quoted part, a domain with a dot. */
export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && text.isWellFormed() && ADDRESS.test(text)
}

export const mailAddress: Parse<string, Fault> = (text) => (isMailAddress(text) ? { value: text } : { code: 'email' })

/** Ignores spaces around the string. */
export function trimmed<T>(parse: Parse<T>): Parse<T> {
  return (text) => parse(text.trim())
}

/** Accepts what the function returns a value for. */
export function parsed<T>(parse: (text: string) => T | undefined, sentence: string): Parse<T> {
  return trimmed((text) => {
    const value = parse(text)
    return value === undefined ? { sentence } : { value }
  })
}

/** Accepts one of the known values in any letter case. */
export function oneOf<const T extends string>(known: readonly T[]): Parse<T> {
  const find = (text: string): T | undefined => known.find((one) => one.toLowerCase() === text.toLowerCase())
  return parsed(find, `must be one of ${known.join(', ')}`)
}

/** Accepts a comma-separated list. */
export function someOf<T>(parse: Parse<T>): Parse<readonly T[]> {
  return (text) => {
    const values: T[] = []
    for (const part of text.split(',')) {
      const read = parse(part)
      if (!('value' in read)) return read
      values.push(read.value)
    }
    return { value: Object.freeze(values) }
  }
}

export function wholeNumber(min: number, max: number): Parse<number> {
  return trimmed((text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? { value } : { sentence: `must be a whole number from ${min} to ${max}` }
  })
}

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u

export function plainText(
  lengthMax: number,
  { isMultiline = false }: { readonly isMultiline?: boolean | undefined } = {},
): Parse<string, Fault> {
  const control = isMultiline ? CONTROL_BUT_LINES : CONTROL
  return (text) => {
    if (!text.isWellFormed() || control.test(text)) return { code: 'plainText' }
    // A character has one or two units; counting is needed only where they may differ.
    return text.length > lengthMax && (text.length > 2 * lengthMax || [...text].length > lengthMax)
      ? { code: 'tooLong', max: lengthMax }
      : { value: text }
  }
}

/** Accepts one of the known values in any letter case. */
export const isTrue: Parse<boolean> = trimmed((text) =>
  /^(?:true|false)$/i.test(text) ? { value: text.toLowerCase() === 'true' } : { sentence: 'must be true or false' },
)

export const AN_INSTANT = 'must be a time with its offset such as 2026-03-09T10:00:00Z'

export const instant: Parse<Temporal.Instant> = parsed((text) => parseInstant(withPlus(text)), AN_INSTANT)

/** A plus sign that was not percent-encoded arrives as a space. */
export function withPlus(text: string): string {
  return text.replace(/ (?=\d\d:?\d\d$)/, '+')
}
