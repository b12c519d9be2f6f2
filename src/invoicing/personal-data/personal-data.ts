// pure

import { cardNumberIn } from './card-number.ts'
import { identityNumberIn } from './identity-number.ts'
import { normalizedText } from './normalized-text.ts'

/** Personal data in a field that may hold none. What was found there is never kept. */
export type PersonalDataFinding = {
  /** As `merchantDefinedFieldValues[0].value`. */
  readonly field: string
  /** As `card number`. */
  readonly looksLike: string
}

const DIGITS_MIN = 6
/** No field takes a longer text. One that is refused for its length is looked at so far and no farther. */
const LOOKED_AT_MAX = 4_000

/** What kind of personal number stands somewhere in the text, as `card number`; undefined for none. */
export function personalDataIn(text: string): string | undefined {
  const written = normalizedText(text)
  // Nearly all texts hold too few digits for any of it.
  if (written.replace(/\D/g, '').length < DIGITS_MIN) return undefined
  return cardNumberIn(written) ?? identityNumberIn(written)
}

/** Looks through the named texts; those without a text are passed over. */
export function personalDataFindings(
  texts: Readonly<Record<string, string | undefined>>,
): readonly PersonalDataFinding[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const looksLike = text && personalDataIn(text.slice(0, LOOKED_AT_MAX))
    return looksLike ? [{ field, looksLike }] : []
  })
}
