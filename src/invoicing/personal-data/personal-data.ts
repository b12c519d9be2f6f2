// pure

import { cardNumberIn } from './card-number.ts'
import { identityNumberIn } from './identity-number.ts'

/** Personal data in a field that must not contain any. The data itself is never stored. */
export type PersonalDataFinding = {
  /** For example `merchantDefinedFieldValues[0].value`. */
  readonly field: string
  /** For example `card number`. */
  readonly looksLike: string
}

const DIGITS_MIN = 6
/** No field accepts a longer string; of one that is too long only this part is searched. */
const LOOKED_AT_MAX = 4_000

/** The kind of personal number that the text contains, for example `card number`; undefined if none. */
export function personalDataIn(text: string): string | undefined {
  const written = normalizedText(text)
  // Nearly all strings have too few digits.
  if (written.replace(/\D/g, '').length < DIGITS_MIN) return undefined
  return cardNumberIn(written) ?? identityNumberIn(written)
}

/** Searches the strings, which are named by their fields. */
export function personalDataFindings(
  strings: Readonly<Record<string, string | undefined>>,
): readonly PersonalDataFinding[] {
  return Object.entries(strings).flatMap(([field, text]) => {
    const looksLike = text && personalDataIn(text.slice(0, LOOKED_AT_MAX))
    return looksLike ? [{ field, looksLike }] : []
  })
}

/**
 * Normalizes text for a search for numbers: digits of every script become 0–9, every dash becomes -, every
 * space a plain space, letters become upper case, invisible characters are removed. It works character by
 * character, because normalizing a whole text can take quadratic time.
 */
function normalizedText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toUpperCase()
  return Array.from(text, normalizedCharacter).join('').toUpperCase()
}

function normalizedCharacter(character: string): string {
  if (character <= '\x7f') return character
  return Array.from(character.normalize('NFKC'), plainCharacter).join('')
}

function plainCharacter(character: string): string {
  if (character <= '\x7f') return character
  if (/\p{Nd}/u.test(character)) return String(digitValue(character))
  if (/[\p{Pd}\u2212]/u.test(character)) return '-'
  if (/\p{Zs}/u.test(character)) return ' '
  return /\p{Cf}/u.test(character) ? '' : character
}

/** The ten digits of a script are consecutive, so the value of a digit is the number of digits before it. */
function digitValue(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  let before = 0
  while (before < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before += 1
  return before
}
