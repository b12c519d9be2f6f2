import { parseInstant } from '../time-text.ts'
import { type Reader, refused } from './reading.ts'

/** Parses a string into a value, or into the sentence that follows the name of its field. */
export type Parse<T> = (text: string) => { readonly value: T } | { readonly sentence: string }

/** Reads a string that was given once: a query parameter, an option, a setting. */
export function given<T>(parse: Parse<T>): Reader<T> {
  return (raw, field) => {
    if (typeof raw !== 'string') return refused(field, 'must be given once')
    const parsed = parse(raw)
    return 'value' in parsed ? parsed : refused(field, parsed.sentence)
  }
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

/** Ignores spaces around the string. */
export function trimmed<T>(parse: Parse<T>): Parse<T> {
  return (text) => parse(text.trim())
}

/** Accepts one of the known values in any letter case. */
export function oneOf<const T extends string>(known: readonly T[]): Parse<T> {
  return trimmed((text) => {
    const value = known.find((one) => one.toLowerCase() === text.toLowerCase())
    return value === undefined ? { sentence: `must be one of ${known.join(', ')}` } : { value }
  })
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
): Parse<string> {
  const control = isMultiline ? CONTROL_BUT_LINES : CONTROL
  return (text) => {
    if (!text.isWellFormed() || control.test(text)) {
      return { sentence: 'must be plain text without control characters' }
    }
    // A character has one or two units; counting is needed only where they may differ.
    return text.length > lengthMax && (text.length > 2 * lengthMax || [...text].length > lengthMax)
      ? { sentence: `must not be longer than ${lengthMax} characters` }
      : { value: text }
  }
}

/** Accepts one of the known values in any letter case. */
export const isTrue: Parse<boolean> = trimmed((text) =>
  /^(?:true|false)$/i.test(text) ? { value: text.toLowerCase() === 'true' } : { sentence: 'must be true or false' },
)

export const AN_INSTANT = 'must be a time with its offset such as 2026-03-09T10:00:00Z'

export const instant: Parse<Temporal.Instant> = trimmed((text) => {
  const value = parseInstant(withPlus(text))
  return value === undefined ? { sentence: AN_INSTANT } : { value }
})

/** A plus sign that was not percent-encoded arrives as a space. */
export function withPlus(text: string): string {
  return text.replace(/ (?=\d\d:?\d\d$)/, '+')
}
