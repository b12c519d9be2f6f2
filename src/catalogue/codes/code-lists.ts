import type { CodeList } from '../field.ts'
import { CARD_SCHEMES, writingsOf } from './card-schemes.ts'

export const YES_OR_NO: CodeList = { Y: 'Yes.', N: 'No.' }

export const CARD_TYPES: CodeList = Object.fromEntries(
  CARD_SCHEMES.flatMap((scheme) => writingsOf(scheme).map((writing) => [writing, `${scheme.name}.`] as const)),
)

/** How a request was sent. */
export const SOURCES: CodeList = {
  'Batch Upload': 'A file with many requests.',
  'Hosted Checkout': 'A payment page that the service shows.',
  Invoicing: 'The payment of an invoice.',
  'Pay by Link': 'The payment of a link.',
  'Recurring Billing': 'A plan by which payments recur.',
  'REST API': 'The REST API.',
  'SCMP API': 'The older API with snake-case names.',
  'Simple Order API': 'The older API with camel-case names.',
  'Virtual Terminal': 'A person at the merchant’s who typed the request in.',
}

export const DECISIONS: CodeList = {
  ACCEPT: 'The order is taken.',
  REJECT: 'The order is not taken.',
  REVIEW: 'A person decides on the order.',
  MONITOR: 'The rule only watches, and the order is taken.',
  ERROR: 'No decision could be made.',
}

export const EVENTS: CodeList = {
  Payment: 'The processor took the payment.',
  Completed: 'The payment has run its whole course.',
  Settled: 'The payment was settled.',
  Refund: 'Money was given back.',
  Declined: 'The processor or bank declined.',
  Failed: 'The processor could not carry the payment out.',
  Error: 'Something went wrong at the processor.',
  Correction: 'The bank corrected the account data; the payment stands.',
  NSF: 'The account had too little money.',
  'First NSF': 'The account had too little money; the processor tries again.',
  'Second NSF': 'The account had too little money at the second attempt; the processor tries again.',
  'Final NSF': 'The account had too little money at the last attempt.',
  'Stop Payment': 'The customer stopped the payment at the bank.',
  Reversed: 'The payment was taken back.',
  Void: 'The payment was voided.',
  Chargeback: 'The customer disputed the payment.',
  Fee: 'A fee was charged for the payment.',
  Other: 'Something else; the processor’s message says what.',
}

export const CASE_TYPES: CodeList = {
  Chargeback: 'The payment is disputed and its money was taken back.',
  Retrieval: 'The issuer asks for documents of the payment.',
  Representment: 'The merchant answered the dispute.',
  'Second Chargeback': 'The payment is disputed again after the merchant’s answer.',
  'Pre-Arbitration': 'The issuer disagrees and announces that the scheme shall decide.',
  Arbitration: 'The card scheme decides.',
  Reversal: 'The dispute was withdrawn.',
  Adjustment: 'The money was moved without a dispute.',
}

export const FINANCIAL_IMPACTS: CodeList = {
  debit: 'Money was taken from the merchant.',
  credit: 'Money was given to the merchant.',
  none: 'No money was moved.',
}

/** Of deposits and fundings. */
export const TRANSFER_STATUSES: CodeList = {
  S: 'The transfer succeeded.',
  P: 'The transfer is pending.',
  F: 'The transfer failed.',
}

export const BILLING_CYCLES: CodeList = {
  daily: 'Fees are billed every day.',
  weekly: 'Fees are billed every week.',
  monthly: 'Fees are billed every month.',
}

export const BILLING_TYPES: CodeList = {
  discount: 'One rate for all payments.',
  interchangePlus: 'What the issuer takes, and a surcharge.',
  serviceFee: 'A fee that the customer pays on top.',
  other: 'By another agreement.',
}

export const DOWNGRADE_REASONS: CodeList = {
  '1': 'The payment came too late.',
  '2': 'The authorization code is missing.',
  '8': 'The way in which the card was read does not qualify.',
  '9': 'The condition at the point of sale does not qualify.',
  A: 'What the terminal can do does not qualify.',
  D: 'The indicator for mail, phone or internet orders does not qualify.',
  K: 'It was cleared as a payment within the region.',
  L: 'It was cleared as a payment between regions.',
  R: 'It was put in another class.',
  U: 'It was domestic in the United Kingdom.',
  V: 'It was domestic in Germany.',
  W: 'It was cleared as World Signia.',
  X: 'It did not qualify at the level of the merchant’s price.',
}

export const REDEMPTION_TYPES: CodeList = {
  CASHOUT: 'All that the card holds is paid out.',
  REDEMPTION: 'The whole amount is paid with the card, or nothing.',
  REDEMPTION_PARTIAL_ALLOWED: 'What the card holds is taken, even if the amount is higher.',
}

/** Types of electronic checks, by how the customer authorized them. */
export const SEC_CODES: CodeList = {
  ARC: 'A check that came by mail was turned into an electronic one.',
  BOC: 'A check taken at a till was turned into an electronic one later.',
  CCD: 'A company’s account is charged.',
  POP: 'A check was turned into an electronic one at the till.',
  PPD: 'The customer agreed in writing.',
  TEL: 'The customer agreed by phone.',
  WEB: 'The customer agreed on the internet.',
}

/** The place of a direct debit among those of its mandate. */
export const MANDATE_TYPES: CodeList = {
  OOFF: 'The only debit.',
  FRST: 'The first of several.',
  RCUR: 'One of several.',
  FNAL: 'The last of several.',
}

export const AUTHORIZATION_INDICATORS: CodeList = {
  '0': 'The amount may still change.',
  '1': 'The amount is final.',
}

export const CURRENCY_OFFERS: CodeList = {
  '1': 'The amount was converted to the currency of the card.',
  '2': 'The card could not be charged in its own currency.',
  '3': 'The customer did not want the conversion.',
}

export const ENTRY_MODES: CodeList = {
  contact: 'The chip was read in the terminal.',
  contactless: 'The chip was read without contact.',
  keyed: 'The number was typed in.',
  msd: 'The data of the stripe were read without contact.',
  swiped: 'The stripe was read.',
}

/** The channel of an order and how the payer was authenticated. */
export const COMMERCE_INDICATORS: CodeList = {
  internet: 'On the internet, without authentication of the payer.',
  moto: 'By mail or phone.',
  retail: 'In a shop.',
  recurring: 'As one of a row of payments.',
  recurring_internet: 'As one of a row of payments that began on the internet.',
  install: 'As an installment.',
  install_internet: 'As an installment that began on the internet.',
  vbv: 'Authenticated by Visa.',
  vbv_attempted: 'Authentication by Visa was attempted.',
  vbv_failure: 'Authentication by Visa failed.',
  spa: 'Authenticated by Mastercard.',
  spa_failure: 'Authentication by Mastercard failed.',
  aesk: 'Authenticated by American Express.',
  aesk_attempted: 'Authentication by American Express was attempted.',
  js: 'Authenticated by JCB.',
  js_attempted: 'Authentication by JCB was attempted.',
  js_failure: 'Authentication by JCB failed.',
  dipb: 'Authenticated by Discover or Diners Club.',
  dipb_attempted: 'Authentication by Discover or Diners Club was attempted.',
}

export const ENROLLMENTS: CodeList = {
  Y: 'The card takes part in payer authentication.',
  N: 'The card does not take part.',
  U: 'The issuer could not say.',
}

export const JOURNEY_TYPES: CodeList = {
  'one way': 'There and not back.',
  'round trip': 'There and back.',
}

export const PASSENGER_TYPES: CodeList = {
  ADT: 'Adult.',
  CNN: 'Child.',
  INF: 'Infant.',
  YTH: 'Youth.',
  STU: 'Student.',
  SCR: 'Senior.',
  MIL: 'In the military.',
}
