// pure
import { isLuhnValid } from '../../kernel/luhn.ts'
import { isArticleNumberValid, restOf97 } from './check-digits.ts'

type Issuer = {
  readonly name: string
  /** Ranges of first digits, both ends included. */
  readonly prefixes: readonly (readonly [from: string, to: string])[]
  readonly lengths: readonly number[]
}

const DIGITS_MIN = 13
const DIGITS_MAX = 19
/** Card numbers begin with four digits; shorter first groups are lists of numbers or phone numbers. */
const FIRST_GROUP_MIN = 4
const MIDDLE_GROUP_MIN = 3
const GROUPS_MAX = 6
const ARTICLE_NUMBER_LENGTH = 13
const ACCOUNT_NUMBER_LENGTH_MIN = 15

const ISSUERS: readonly Issuer[] = [
  { name: 'Visa', prefixes: ranges('4'), lengths: [13, 16, 19] },
  { name: 'Mastercard', prefixes: ranges('51-55 2221-2720'), lengths: [16] },
  { name: 'American Express', prefixes: ranges('34 37'), lengths: [15] },
  { name: 'Discover', prefixes: ranges('6011 644-649 65'), lengths: [16, 17, 18, 19] },
  { name: 'Diners Club', prefixes: ranges('300-305 3095 36 38-39'), lengths: [14, 16, 17, 18, 19] },
  { name: 'JCB', prefixes: ranges('3528-3589'), lengths: [16, 17, 18, 19] },
  { name: 'UnionPay', prefixes: ranges('62 8110-8171'), lengths: [16, 17, 18, 19] },
  {
    name: 'Maestro',
    prefixes: ranges('5018 5020 5038 5893 6304 6390 6759 6761-6763 6767'),
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  { name: 'Mir', prefixes: ranges('2200-2204'), lengths: [16, 17, 18, 19] },
  { name: 'RuPay', prefixes: ranges('5085-5089 6070-6089'), lengths: [16] },
  { name: 'Elo', prefixes: ranges('504175 506699-506778 509000-509999 636297 636368'), lengths: [16] },
  { name: 'Hipercard', prefixes: ranges('606282'), lengths: [16] },
  { name: 'Dankort', prefixes: ranges('5019'), lengths: [16] },
  { name: 'Verve', prefixes: ranges('506099-506198'), lengths: [16, 18, 19] },
  { name: 'Troy', prefixes: ranges('9792'), lengths: [16] },
]

/** `51-55 65` are the prefixes 51 to 55, and 65. */
function ranges(text: string): Issuer['prefixes'] {
  return text.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-')
    return [from, to]
  })
}

/** `card number` if the text contains one, in one piece or in groups separated by a space or dash. */
export function cardNumberIn(written: string): 'card number' | undefined {
  const rows = withoutAccountNumbers(written).match(/\d+(?:[ -]\d+)*/g) ?? []
  return rows.some((row) => hasCardNumber(row.split(/[ -]/))) ? 'card number' : undefined
}

/** A card number may be next to an expiry date or a quantity, so every run of groups that could be one is tried. */
function hasCardNumber(groups: readonly string[]): boolean {
  return groups.some((_group, first) => candidatesFrom(groups, first).some(isCardNumber))
}

function candidatesFrom(groups: readonly string[], first: number): readonly string[] {
  const candidates: string[] = []
  let digits = ''
  // No card has more groups than this, however short they are.
  for (const [place, group] of groups.slice(first, first + GROUPS_MAX).entries()) {
    if (place === 0 && group.length < FIRST_GROUP_MIN) break
    digits += group
    if (digits.length > DIGITS_MAX) break
    candidates.push(digits)
    if (place > 0 && group.length < MIDDLE_GROUP_MIN) break
  }
  return candidates
}

function isCardNumber(digits: string): boolean {
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return false
  // German article numbers look like the oldest Visa numbers; one in ten would be mistaken for a card.
  if (digits.length === ARTICLE_NUMBER_LENGTH && isArticleNumberValid(digits)) return false
  return ISSUERS.some((issuer) => isOf(issuer, digits)) && isLuhnValid(digits)
}

function isOf({ prefixes, lengths }: Issuer, digits: string): boolean {
  if (!lengths.includes(digits.length)) return false
  return prefixes.some(([from, to]) => {
    const beginning = digits.slice(0, from.length)
    return beginning >= from && beginning <= to
  })
}

const ACCOUNT_NUMBER = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Z0-9])/g

/** International bank account numbers are written in groups of four like cards, but have their own check. */
function withoutAccountNumbers(written: string): string {
  return written.replace(ACCOUNT_NUMBER, (found) => {
    const length = accountNumberLength(found)
    return length === undefined ? found : `*${found.slice(length)}`
  })
}

/** The words after an account number may look like more of it. */
function accountNumberLength(found: string): number | undefined {
  const ends = [...found.matchAll(/ |$/g)].map(({ index }) => index).reverse()
  return ends.find((end) => {
    const number = found.slice(0, end).replaceAll(' ', '')
    if (number.length < ACCOUNT_NUMBER_LENGTH_MIN) return false
    return restOf97(number.slice(4) + number.slice(0, 4)) === 1
  })
}
