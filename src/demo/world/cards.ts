import { weighted } from './random.ts'

/** A test card number, of which only the start and the end are used. */
export type Card = {
  readonly type: string
  /** The first six digits. */
  readonly bin: string
  readonly suffix: string
  readonly digits: number
  readonly category: string
  readonly categoryCode: string
}

const VISA: Card = {
  type: 'Visa',
  bin: '411111',
  suffix: '1111',
  digits: 16,
  category: 'Visa Classic',
  categoryCode: 'F',
}
const VISA_GOLD: Card = {
  ...VISA,
  bin: '401288',
  suffix: '1881',
  category: 'Visa Gold',
  categoryCode: 'P',
}
const MASTERCARD: Card = {
  type: 'Mastercard',
  bin: '555555',
  suffix: '4444',
  digits: 16,
  category: 'Mastercard Standard',
  categoryCode: 'MCS',
}
const MASTERCARD_BUSINESS: Card = {
  ...MASTERCARD,
  bin: '510510',
  suffix: '5100',
  category: 'Mastercard Business',
  categoryCode: 'MCB',
}
const AMERICAN_EXPRESS: Card = {
  type: 'American Express',
  bin: '378282',
  suffix: '0005',
  digits: 15,
  category: 'Personal',
  categoryCode: 'AX',
}
const DISCOVER: Card = {
  type: 'Discover',
  bin: '601111',
  suffix: '1117',
  digits: 16,
  category: 'Consumer',
  categoryCode: 'DI',
}
const DINERS_CLUB: Card = {
  type: 'Diners Club',
  bin: '305693',
  suffix: '5904',
  digits: 14,
  category: 'Consumer',
  categoryCode: 'DC',
}
const JCB: Card = {
  type: 'JCB',
  bin: '353011',
  suffix: '0000',
  digits: 16,
  category: 'Standard',
  categoryCode: 'JC',
}

/** The cards that people use, by country. */
export const WALLETS = {
  america: weighted([
    [VISA, 34],
    [VISA_GOLD, 12],
    [MASTERCARD, 20],
    [MASTERCARD_BUSINESS, 6],
    [AMERICAN_EXPRESS, 17],
    [DISCOVER, 9],
    [DINERS_CLUB, 2],
  ]),
  europe: weighted([
    [VISA, 36],
    [VISA_GOLD, 13],
    [MASTERCARD, 34],
    [MASTERCARD_BUSINESS, 7],
    [AMERICAN_EXPRESS, 8],
    [DINERS_CLUB, 2],
  ]),
  japan: weighted([
    [JCB, 34],
    [VISA, 34],
    [MASTERCARD, 22],
    [AMERICAN_EXPRESS, 7],
    [DINERS_CLUB, 3],
  ]),
}

/** The masked number, such as `411111xxxxxx1111`. */
export function maskedNumber({ bin, suffix, digits }: Card): string {
  return bin + 'x'.repeat(digits - bin.length - suffix.length) + suffix
}
