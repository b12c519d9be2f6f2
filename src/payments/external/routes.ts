import { ONCE_REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { fieldReader } from '../../kernel/reading/field-reader.ts'
import { converted, members, optional, type Reader, required, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { EXTERNAL_METHODS, type Payment } from '../attempts/payment-store.ts'
import {
  ExternalPaymentRequest,
  InvoiceId,
  PaymentContract,
  ReversalRequest,
  TEXT_LENGTH_MAX,
  TransactionId,
} from '../http/contract.ts'
import { presentPayment } from '../http/present-payment.ts'
import { amountReader } from '../http/read-amount.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type NewExternalPayment, recordExternalPayment, reverseExternalPayment } from './external-payments.ts'

const scope = 'payments'
const DOCUMENTED = { tags: ['Payments'], querystring: ActingFor }
const documentedResponses = { 201: PaymentContract, ...ONCE_REFUSALS }

const RECORD = {
  config: { scope, documentedHeaders: OnceHeaders, documentedBody: ExternalPaymentRequest, documentedResponses },
  schema: {
    operationId: 'recordExternalPayment',
    summary: 'Record a payment received elsewhere',
    description: 'Cash, a check or a transfer: the balance falls by the amount, and nobody is charged.',
    ...DOCUMENTED,
    params: InvoiceId,
  },
} as const
const REVERSE = {
  config: { scope, documentedHeaders: OnceHeaders, documentedBody: ReversalRequest, documentedResponses },
  schema: {
    operationId: 'reverseExternalPayment',
    summary: 'Reverse a payment received elsewhere',
    description: 'Its amount is owed again. A payment through a processor is refunded instead.',
    ...DOCUMENTED,
    params: TransactionId,
  },
} as const

const day = fieldReader({ kind: 'date' }) as Reader<Temporal.PlainDate>
const words = given(plainText(TEXT_LENGTH_MAX))

const PAYMENT_BODY: Reader<Omit<NewExternalPayment, 'invoiceNumber'>> = members({
  amount: required(amountReader),
  date: converted(required(day), (on) => on.toString()),
  method: required(given(oneOf(EXTERNAL_METHODS))),
  note: optional(words),
})
const REVERSAL_BODY = members({ reason: required(words) })

export function externalPaymentRoutes(deps: PaymentDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/payments/v1/invoices/:id/external-payments', RECORD, async (request, reply) => {
      refuseNonMerchant(request)
      const payment = { ...valueOrThrow(PAYMENT_BODY(request.body, '')), invoiceNumber: request.params.id }
      return respondOnce(reply, {
        database,
        act: (db) => recordExternalPayment(deps, db, actorOf(request), payment),
        present: responseOf,
      })
    })
    app.post('/payments/v1/payments/:transactionId/reversal', REVERSE, async (request, reply) => {
      refuseNonMerchant(request)
      const reversal = { ...valueOrThrow(REVERSAL_BODY(request.body, '')), paymentId: request.params.transactionId }
      return respondOnce(reply, {
        database,
        act: (db) => reverseExternalPayment(deps, db, actorOf(request), reversal),
        present: responseOf,
      })
    })
  }
}

function responseOf(payment: Payment) {
  return { status: 201, body: presentPayment({ payment, attempts: [], disputes: [] }) }
}
