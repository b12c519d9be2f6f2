import type { Attempt, ConsentingCustomer } from '../../../src/payments/model/attempt.ts'
import type { PaymentDeps } from '../../../src/payments/payment-deps.ts'
import type { Source } from '../../../src/payments/port/port.ts'
import type { Client } from '../http/invoicing-clients.ts'
import type { paymentClients } from '../http/payment-client.ts'
import { aCard, aPayableInvoice, payAs } from './payments.ts'

/** The consent of the customer of `aPayableInvoice`. */
export const consent = {
  ...{ at: '2026-03-09T10:00:00Z', wording: 'I allow Shop to charge this card.', language: 'en-US' },
  customer: { email: 'ada@example.com' },
}

type Merchant = {
  readonly deps: PaymentDeps
  /** Clients of the merchant `shop`. */
  readonly shop: Client
  readonly payments: ReturnType<ReturnType<typeof paymentClients>['paymentsOf']>
}
type GivenPayer = { readonly email?: string; readonly customer?: ConsentingCustomer }

/** A token of a payment by this card or account, and the payment. */
export async function aTokenOf(
  { deps, shop, payments }: Merchant,
  source: Source = aCard(),
  { customer = consent.customer, ...payer }: GivenPayer = {},
): Promise<{ readonly tokenId: string; readonly paid: Attempt }> {
  const paid = await payAs(deps, await aPayableInvoice(shop, '10.00'), '10.00', {
    source,
    payer: { ...payer, consent: { ...consent, customer } },
  })
  const { body } = await payments.token(paid.paymentId)
  return { tokenId: body.id, paid }
}
