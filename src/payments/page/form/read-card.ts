// pure
import { isLuhnValid } from '../../../kernel/luhn.ts'
import { combined, hasNoValue } from '../../../kernel/reading/reading.ts'
import type { Card } from '../../port/port.ts'
import type { FormValues } from './form-fields.ts'
import { type FormRead, missing, wrong } from './form-problem.ts'
import { readName } from './read-payer.ts'

const DIGITS_MIN = 12
const DIGITS_MAX = 19

/** Digits in any width, with the spaces and dashes that people put between them. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Pd}./]/gu, '')
}

/** The number as it is sent to the processor; undefined if it cannot be a card's. */
export function readCardNumber(text: string): string | undefined {
  const digits = digitsOf(text)
  const hasLength = digits.length >= DIGITS_MIN && digits.length <= DIGITS_MAX
  return hasLength && /^\d+$/.test(digits) && isLuhnValid(digits) ? digits : undefined
}

type Expiry = { readonly month: number; readonly year: number }

const EXPIRY = /^(\d{1,2})\s*[/\-. ]\s*(\d{4}|\d{2})$|^(\d{2})(\d{2}|\d{4})$|^(\d{4})-(\d{2})$/

/** Month and year in the ways in which people write them: 1230, 12/30, 12 / 2030, 2030-12. */
export function readExpiry(text: string): Expiry | undefined {
  const found = EXPIRY.exec(text.normalize('NFKC').trim())
  if (found === null) return undefined
  const [, month1, year1, month2, year2, year3, month3] = found
  const month = Number(month1 ?? month2 ?? month3)
  const year = Number(year1 ?? year2 ?? year3)
  return month >= 1 && month <= 12 ? { month, year: year < 100 ? 2000 + year : year } : undefined
}

/** A card is valid until the end of its month, wherever the payer is. */
export function isExpired({ month, year }: Expiry, today: Temporal.PlainDate): boolean {
  return Temporal.PlainYearMonth.compare(Temporal.PlainYearMonth.from({ month, year }), today.toPlainYearMonth()) < 0
}

const AMERICAN_EXPRESS = /^3[47]/

function isSecurityCode(code: string, number: string | undefined): boolean {
  if (number === undefined) return /^\d{3,4}$/.test(code)
  return AMERICAN_EXPRESS.test(number) ? /^\d{4}$/.test(code) : /^\d{3}$/.test(code)
}

/** The card as it was typed. */
export function readCard(values: FormValues, today: Temporal.PlainDate): FormRead<Card> {
  const { cardNumber = '', cardExpiry = '', cardCode = '' } = values
  const number = readCardNumber(cardNumber)
  const read = combined({
    number: readNumber(cardNumber),
    expiry: readValidExpiry(cardExpiry, today),
    securityCode: readSecurityCode(cardCode, number),
    holder: readName(values, 'cardName'),
  })
  if ('problems' in read) return read
  const { expiry, ...card } = read.value
  return { value: { ...card, expirationMonth: expiry.month, expirationYear: expiry.year } }
}

function readNumber(text: string): FormRead<string> {
  if (hasNoValue(text)) return missing('cardNumber', 'cardNumber')
  const number = readCardNumber(text)
  return number === undefined ? wrong('cardNumber', { code: 'cardNumber' }) : { value: number }
}

function readSecurityCode(text: string, number: string | undefined): FormRead<string> {
  if (hasNoValue(text)) return missing('cardCode', 'cardCode')
  const code = digitsOf(text)
  return isSecurityCode(code, number) ? { value: code } : wrong('cardCode', { code: 'securityCode' })
}

function readValidExpiry(text: string, today: Temporal.PlainDate): FormRead<Expiry> {
  if (hasNoValue(text)) return missing('cardExpiry', 'cardExpiry')
  const expiry = readExpiry(text)
  if (expiry === undefined) return wrong('cardExpiry', { code: 'expiry' })
  return isExpired(expiry, today) ? wrong('cardExpiry', { code: 'expired' }) : { value: expiry }
}
