import { type PayRequest, pay } from '../../../src/payments/attempts/pay.ts'
import type { PageDeps } from '../../../src/payments/page/visit.ts'
import type { PaymentDeps } from '../../../src/payments/payment-deps.ts'
import { oneProcessor, type Processor } from '../../../src/payments/port/processor.ts'
import { SANDBOX } from '../../../src/payments/processors/sandbox/sandbox-name.ts'
import { sandboxProcessor } from '../../../src/payments/processors/sandbox/sandbox-processor.ts'
import { BASE_URL } from '../apps/app.ts'
import type { InvoicingApp } from '../http/invoicing-clients.ts'
import { silentLog } from '../processes/queue-node.ts'
import { CARD_TESTING } from './card-testing.ts'
import { anInvoiceBody, usd } from './invoices.ts'
import { testSecrets } from './organizations.ts'
import { aCard } from './payment-sources.ts'

export { aBankAccount, aCard } from './payment-sources.ts'

/** Calls that answer are waited for: a busy machine may be slow. */
const CALL_MS_MAX = 60_000
/** Calls that never answer end quickly in tests. */
const UNANSWERED_CALL_MS_MAX = 400
/** Charges of these amounts get no answer from the sandbox processor if the test names the card. */
const UNANSWERED = ['4000.00', '4001.00']

export function paymentDeps(
  app: Pick<PaymentDeps, 'database' | 'clock' | 'machineClock'>,
  processor?: Processor,
): TestedDeps {
  const { database, clock, machineClock } = app
  const sandbox = sandboxProcessor({ database, clock, secrets: testSecrets, baseUrl: BASE_URL, slowMs: 20 })
  const deps = {
    ...{ database, clock, machineClock, secrets: testSecrets, log: silentLog },
    config: { baseUrl: BASE_URL, processorCallMsMax: CALL_MS_MAX, cardTesting: CARD_TESTING },
  }
  return withProcessor(deps, processor ?? sandbox)
}

/** The dependencies of payments and of their page, and the one processor of the test. */
type TestedDeps = PaymentDeps & Pick<PageDeps, 'countChallenge'> & { readonly processor: Processor }

/** The same with another processor, for all organizations. */
export function withProcessor(deps: Omit<PaymentDeps, 'processors'>, processor: Processor): TestedDeps {
  return { countChallenge: () => {}, ...deps, processor, processors: oneProcessor(processor, SANDBOX) }
}

/** A published invoice that can be paid in parts; returns its number. */
export async function aPayableInvoice(
  client: Awaited<ReturnType<InvoicingApp['merchant']>>,
  totalAmount: string,
  amountDetails: object = {},
): Promise<string> {
  const created = await client.create(
    anInvoiceBody({
      invoiceInformation: { sendImmediately: true, allowPartialPayments: true },
      orderInformation: {
        amountDetails: { totalAmount, currency: 'USD', ...amountDetails },
        lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: totalAmount, totalAmount }],
      },
    }),
  )
  return created.body.id
}

/** The processor answers charges when this many have arrived, so that all of them have reserved their amounts. */
export function answeringTogether(processor: Processor, count: number): Processor {
  const { promise: allArrived, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return {
    ...processor,
    authorize: async (call, signal) => {
      arrived += 1
      if (arrived === count) resolve()
      await allArrived
      return processor.authorize(call, signal)
    },
  }
}

let keys = 0

/** Pays as a payer of the merchant `shop`. */
export function payAs(
  deps: PaymentDeps,
  invoiceNumber: string,
  amount: string,
  given: Partial<PayRequest> & { readonly organizationId?: string } = {},
) {
  keys += 1
  const { organizationId = 'shop', ...request } = given
  const isUnanswered = UNANSWERED.includes(amount) && given.source !== undefined
  const config = isUnanswered ? { ...deps.config, processorCallMsMax: UNANSWERED_CALL_MS_MAX } : deps.config
  return pay(
    { ...deps, config },
    { organizationId, by: { kind: 'payer' } },
    {
      invoiceNumber,
      amount: usd(amount),
      requestKey: `key ${keys}`,
      payer: {},
      source: aCard(),
      canReview: false,
      isAuthenticated: false,
      returnUrl: BASE_URL,
      ...request,
    },
  )
}
