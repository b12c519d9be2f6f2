// pure
import type { Masking } from './field.ts'

const CARD_DIGITS_MIN = 12
const KEPT_AT_START = 6
const KEPT_AT_END = 4

/** The part of a text that may be stored; masking it again changes nothing. */
export function masked(text: string, masking: Masking): string {
  return masking === 'card-number' ? maskedCardNumber(text) : lastFour(text)
}

/** Separators are dropped; a number that was masked elsewhere stays as it is. */
function maskedCardNumber(text: string): string {
  const characters = text.replaceAll(/[^0-9A-Za-z*#•]/g, '')
  const digits = characters.replaceAll(/\D/g, '').length
  if (digits <= KEPT_AT_START + KEPT_AT_END && characters.length >= CARD_DIGITS_MIN) return characters
  if (digits < CARD_DIGITS_MIN) return lastFour(text)
  const hidden = 'x'.repeat(characters.length - KEPT_AT_START - KEPT_AT_END)
  return `${characters.slice(0, KEPT_AT_START)}${hidden}${characters.slice(-KEPT_AT_END)}`
}

function lastFour(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').slice(-KEPT_AT_END)
}
