// pure
import type { Masking } from './field.ts'

const CARD_DIGITS_MIN = 12
const KEPT_AT_START = 6
const KEPT_AT_END = 4

/** What may be kept of the text; masking it again changes nothing. */
export function masked(text: string, masking: Masking): string {
  return masking === 'card-number' ? maskedCardNumber(text) : lastFour(text)
}

/** Digits stand for themselves, whatever stands between them; a number masked elsewhere stays as it is. */
function maskedCardNumber(text: string): string {
  const signs = text.replaceAll(/[^0-9A-Za-z*#•]/g, '')
  const digits = signs.replaceAll(/\D/g, '').length
  if (digits <= KEPT_AT_START + KEPT_AT_END && signs.length >= CARD_DIGITS_MIN) return signs
  if (digits < CARD_DIGITS_MIN) return lastFour(text)
  const hidden = 'x'.repeat(signs.length - KEPT_AT_START - KEPT_AT_END)
  return `${signs.slice(0, KEPT_AT_START)}${hidden}${signs.slice(-KEPT_AT_END)}`
}

function lastFour(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').slice(-KEPT_AT_END)
}
