import { findCardScheme } from '../../../catalogue/codes/card-schemes.ts'

/** How a request was paid: a name and a type. */
export type PaymentMethod = {
  /** In capitals; undefined if only the type is known. */
  readonly method: string | undefined
  readonly type: string | undefined
}

const CARD = 'credit card'

/** Types by the prefix of the application's name; the first match counts. */
const TYPES: readonly (readonly [beginning: string, type: string])[] = [
  ['ics_service_fee_ecp_', 'check'],
  ['ics_ecp_', 'check'],
  ['ics_paypal_', 'paypal'],
  ['paypal_', 'paypal'],
  ['ics_bank_transfer', 'bank transfer'],
  ['ics_direct_debit', 'direct debit'],
  ['ics_boleto_', 'boleto'],
  ['ics_china_', 'china payment'],
  ['ics_gift_card_', 'gift card'],
  ['ics_pin_debit_', 'debit card'],
  ['ics_pinless_debit', 'debit card'],
  ['ics_ap_', 'alternative payment'],
]

/** Applications for cards of any scheme. */
const CARD_APPLICATIONS: ReadonlySet<string> = new Set([
  ...['ics_auth', 'ics_bill', 'ics_credit', 'ics_oct'],
  ...['ics_service_fee_bill', 'ics_service_fee_credit'],
])

/** Determined by the card scheme, in any spelling; without a card, by the application. */
export function paymentMethodOf(cardType: string | undefined, application: string | undefined): PaymentMethod {
  if (cardType !== undefined) {
    const { name } = findCardScheme(cardType) ?? { name: cardType }
    return { method: name.toUpperCase(), type: CARD }
  }
  if (application === undefined) return { method: undefined, type: undefined }
  if (CARD_APPLICATIONS.has(application)) return { method: undefined, type: CARD }
  const type = TYPES.find(([beginning]) => application.startsWith(beginning))?.[1]
  return { method: type?.toUpperCase(), type }
}
