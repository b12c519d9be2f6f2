// pure
import type { Attempt } from '../model/attempt.ts'
import { METHODS, type MethodName } from '../port/port.ts'

/** The applications that records name, by kind of transaction. */
type Applications = {
  /** A charge whose outcome is not a payment, or one that is given back immediately. */
  readonly attempt: string
  /** All of a charge that was made; the last one moved the money. */
  readonly charge: readonly string[]
  readonly review: string
  readonly capture: string
  readonly reversal: string
  readonly refund: string
}

const CARD: Applications = {
  attempt: 'ics_auth',
  charge: ['ics_auth', 'ics_bill'],
  review: 'ics_auth',
  capture: 'ics_bill',
  reversal: 'ics_auth_reversal',
  refund: 'ics_credit',
}
const BANK_DEBIT: Applications = {
  ...CARD,
  attempt: 'ics_ecp_debit',
  charge: ['ics_ecp_debit'],
  reversal: 'ics_ecp_credit',
  refund: 'ics_ecp_credit',
}
/** A method that only its processor knows. */
const ALTERNATIVE: Applications = {
  attempt: 'ics_ap_auth',
  charge: ['ics_ap_auth', 'ics_ap_capture'],
  review: 'ics_ap_auth',
  capture: 'ics_ap_capture',
  reversal: 'ics_ap_auth_reversal',
  refund: 'ics_ap_refund',
}

/** Wallets charge cards; a checkout that ended before the payer chose a method counts as one of a card. */
export function applicationsOf(method: MethodName): Applications {
  if (method === 'bankDebit') return BANK_DEBIT
  return isCardMethod(method) ? CARD : ALTERNATIVE
}

/** Whether a card was charged, as far as we know. */
export function isCardMethod(method: MethodName): boolean {
  return method !== 'bankDebit' && METHODS.some((own) => own === method)
}

/** The application that moved the money of a charge or refund. */
export function movingApplicationOf({ kind, method }: Pick<Attempt, 'kind' | 'method'>): string {
  const { refund, capture, charge } = applicationsOf(method)
  return kind === 'refund' ? refund : (charge.at(-1) ?? capture)
}

/** Names every method besides cards and bank debits, which have fields of their own. */
export function walletTypeOf(method: MethodName): string | undefined {
  return method === 'card' || method === 'bankDebit' ? undefined : method
}
