import { weighted } from './random.ts'

/** A test card number, of which only the start and the end are used. */
export type Card = {
  readonly type: string
  /** The first six digits. */
  readonly bin: string
  readonly suffix: string
  /** Such as `411111xxxxxx1111`. */
  readonly maskedNumber: string
  readonly category: string
  readonly categoryCode: string
}

function card(type: string, maskedNumber: string, category: string, categoryCode: string): Card {
  return { type, bin: maskedNumber.slice(0, 6), suffix: maskedNumber.slice(-4), maskedNumber, category, categoryCode }
}

const VISA = card('Visa', '411111xxxxxx1111', 'Visa Classic', 'F')
const VISA_GOLD = card('Visa', '401288xxxxxx1881', 'Visa Gold', 'P')
const MASTERCARD = card('Mastercard', '555555xxxxxx4444', 'Mastercard Standard', 'MCS')
const MASTERCARD_BUSINESS = card('Mastercard', '510510xxxxxx5100', 'Mastercard Business', 'MCB')
const AMERICAN_EXPRESS = card('American Express', '378282xxxxx0005', 'Personal', 'AX')
const DISCOVER = card('Discover', '601111xxxxxx1117', 'Consumer', 'DI')
const DINERS_CLUB = card('Diners Club', '305693xxxx5904', 'Consumer', 'DC')
const JCB = card('JCB', '353011xxxxxx0000', 'Standard', 'JC')

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
