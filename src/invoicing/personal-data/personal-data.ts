// pure

import { cardNumberIn } from './card-number.ts'
import { identityNumberIn } from './identity-number.ts'
import { normalizedText } from './normalized-text.ts'

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
