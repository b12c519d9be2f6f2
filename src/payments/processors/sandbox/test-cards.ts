// pure
import type { DeclineReason } from '../../port/port.ts'

/** How a call is disturbed on its way. */
type Disturbance =
  /** The call arrives and is carried out, but the answer never comes. */
  | 'timeoutAfter'
  /** The call never arrives. */
  | 'timeoutBefore'
  /** The answer takes some seconds. */
  | 'slow'
  /** The call is carried out, and the connection breaks. */
  | 'reset'

/** An event some days after the charge, or after each of its refunds. */
export type Later =
  | 'chargeback'
  | 'chargebackWon'
  | 'chargebackLost'
  | 'bankReturn'
  | 'refundedElsewhere'
  | 'refundsFail'
  | 'authorizationEnded'

export type Behaviour = {
  readonly decline?: DeclineReason
  readonly isReviewed?: true
  /** After how many days the authorization of a payment under review ends. */
  readonly authorizationDays?: number
  /** How payer authentication ends where it is asked for. */
  readonly authentication?: 'challenge' | 'failed' | 'unavailable'
  readonly disturbance?: Disturbance
  readonly later?: Later
  /** Why a charge of the stored card is declined, although the first one was not. */
  readonly declineStored?: DeclineReason
  /** The amount decides. */
  readonly isByAmount?: true
}

export type TestCase = Behaviour & {
  /** Its description in the documentation. */
  readonly sentence: string
}

/** How many days after the payment, or the refund, it happens, at the start of the merchant's day. */
export const LATER_DAYS: Readonly<Record<Later, number>> = {
  ...{ chargeback: 7, chargebackWon: 7, chargebackLost: 7, bankReturn: 3 },
  ...{ refundedElsewhere: 2, refundsFail: 2, authorizationEnded: 2 },
}
/** How many days after the payment a chargeback is won or lost. */
export const DISPUTE_END_DAYS = 14

/** Card numbers of the sandbox; every other number is refused. */
export const TEST_CARDS: Readonly<Record<string, TestCase>> = {
  '4242424242424242': { sentence: 'Approves any amount.' },
  '4111111111111111': { sentence: 'Approves up to 1000.00; above that the amount decides.', isByAmount: true },
  '5555555555554444': { sentence: 'Approves any amount (Mastercard).' },
  '378282246310005': { sentence: 'Approves any amount (American Express).' },
  '6011111111111117': { sentence: 'Approves any amount (Discover).' },
  '3530111333300000': { sentence: 'Approves any amount (JCB).' },
  '4000000000000002': { sentence: 'Always declined.', decline: 'declined' },
  '4000000000009995': { sentence: 'Declined: too little money.', decline: 'insufficientFunds' },
  '4000000000000069': { sentence: 'Declined: the card has expired.', decline: 'expiredCard' },
  '4000000000000127': { sentence: 'Declined: wrong security code.', decline: 'wrongSecurityCode' },
  '4000000000009987': { sentence: 'Declined: lost or stolen.', decline: 'lostOrStolen' },
  '4000000000006975': { sentence: 'Declined: above the card’s limit.', decline: 'limitExceeded' },
  '4000000000000119': { sentence: 'Declined: the issuer cannot be reached.', decline: 'issuerUnavailable' },
  '4100000000000019': { sentence: 'Declined: suspected fraud.', decline: 'suspectedFraud' },
  '4000000000000341': {
    sentence: 'Approves any amount; if the payer has it saved, charges of its token are declined.',
    declineStored: 'declined',
  },
  '4000000000009235': {
    sentence: 'Held for review where fraud management is on; approved elsewhere.',
    isReviewed: true,
  },
  '4000000000009243': {
    sentence: 'Held for review where fraud management is on; the authorization ends after seven days.',
    ...{ isReviewed: true, authorizationDays: 7 },
  },
  '4000000000009250': {
    sentence: 'Held for review where fraud management is on; the authorization is ended elsewhere two days later.',
    ...{ isReviewed: true, later: 'authorizationEnded' },
  },
  '4000000000003220': { sentence: '3-D Secure asks the payer to confirm.', authentication: 'challenge' },
  '4000008260003178': { sentence: '3-D Secure fails, and the payment is declined.', authentication: 'failed' },
  '4000000000003097': { sentence: '3-D Secure is not available; approved without it.', authentication: 'unavailable' },
}

/** Amounts that decide, in whole units of the invoice's currency; the smallest unit does not matter. */
export const TEST_AMOUNTS: Readonly<Record<number, TestCase>> = {
  2000: { sentence: 'Declined.', decline: 'declined' },
  2001: { sentence: 'Declined: too little money.', decline: 'insufficientFunds' },
  2002: { sentence: 'Declined: the card has expired.', decline: 'expiredCard' },
  2003: { sentence: 'Declined: lost or stolen.', decline: 'lostOrStolen' },
  2004: { sentence: 'Declined: wrong security code.', decline: 'wrongSecurityCode' },
  2005: { sentence: 'Declined: the card is not allowed for such payments.', decline: 'notAllowed' },
  2006: { sentence: 'Declined: the issuer cannot be reached.', decline: 'issuerUnavailable' },
  2007: { sentence: 'Declined: suspected fraud.', decline: 'suspectedFraud' },
  2008: { sentence: 'Declined: a problem with the account.', decline: 'accountProblem' },
  3000: { sentence: 'Held for review where fraud management is on; approved elsewhere.', isReviewed: true },
  3001: {
    sentence: 'Held for review where fraud management is on; the authorization ends after seven days.',
    ...{ isReviewed: true, authorizationDays: 7 },
  },
  3002: {
    sentence: 'Held for review where fraud management is on; the authorization is ended elsewhere two days later.',
    ...{ isReviewed: true, later: 'authorizationEnded' },
  },
  3100: { sentence: '3-D Secure asks the payer to confirm.', authentication: 'challenge' },
  3101: { sentence: '3-D Secure fails, and the payment is declined.', authentication: 'failed' },
  3102: { sentence: '3-D Secure is not available; approved without it.', authentication: 'unavailable' },
  4000: { sentence: 'Charged, but the answer never comes.', disturbance: 'timeoutAfter' },
  4001: { sentence: 'The request never arrives; nothing is charged.', disturbance: 'timeoutBefore' },
  4002: { sentence: 'The answer takes some seconds.', disturbance: 'slow' },
  4003: { sentence: 'Charged, and the connection breaks before the answer.', disturbance: 'reset' },
  5000: { sentence: 'Approved; charged back on the seventh day after.', later: 'chargeback' },
  5001: { sentence: 'Approved; a bank debit is returned on the third day after.', later: 'bankReturn' },
  5002: {
    sentence: 'Approved; charged back on the seventh day after, and won on the fourteenth.',
    later: 'chargebackWon',
  },
  5003: {
    sentence: 'Approved; charged back on the seventh day after, and lost on the fourteenth.',
    later: 'chargebackLost',
  },
  5004: { sentence: 'Approved; refunded elsewhere on the second day after.', later: 'refundedElsewhere' },
  5005: { sentence: 'Approved; a refund fails on the second day after it was made.', later: 'refundsFail' },
}

/** Up to this many units 4111… is approved; above, an amount that is not listed exceeds the limit. */
export const FREE_UNITS_MAX = 1000n
export const ABOVE_LIMIT: Behaviour = { decline: 'limitExceeded' }

/** Bank accounts of the sandbox, by account number; every other one is refused. */
export const TEST_ACCOUNTS: Readonly<Record<string, TestCase>> = {
  '000123456789': { sentence: 'Accepts up to 1000.00; above that the amount decides.', isByAmount: true },
  '000111111116': { sentence: 'Declined: a problem with the account.', decline: 'accountProblem' },
  '000111111113': { sentence: 'Accepted; returned by the bank on the third day after.', later: 'bankReturn' },
}
