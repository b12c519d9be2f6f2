import { ONCE_REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { members, optional, type Reader, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, plainText } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { carryOut, type FollowUpEffects } from '../attempts/carry-out.ts'
import { RefundContract, RefundRequest, TEXT_LENGTH_MAX, TransactionId } from '../http/contract.ts'
import { presentRefund } from '../http/present-payment.ts'
import { optionalAmount } from '../http/read-amount.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type NewRefund, startRefund } from './start-refund.ts'

const REFUND = {
  config: {
    scope: 'payments',
    documentedHeaders: OnceHeaders,
    documentedBody: RefundRequest,
    isBodyOptional: true,
    documentedResponses: { 201: RefundContract, ...ONCE_REFUSALS },
  },
  schema: {
    operationId: 'refundPayment',
    summary: 'Refund a payment',
    description:
      'Refunds a part of a payment or, without an amount, all that is left. PENDING is resolved by itself. The invoice keeps its status and balance.',
    tags: ['Payments'],
    querystring: ActingFor,
    params: TransactionId,
  },
} as const

const BODY: Reader<Omit<NewRefund, 'paymentId'>> = members({
  amount: optionalAmount,
  reason: optional(given(plainText(TEXT_LENGTH_MAX))),
})

export function refundRoutes(deps: PaymentDeps, effects: FollowUpEffects): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/payments/v1/payments/:transactionId/refunds', REFUND, async (request, reply) => {
      refuseNonMerchant(request)
      const actor = actorOf(request)
      const refund = { ...valueOrThrow(BODY(request.body, '')), paymentId: request.params.transactionId }
      return respondOnce(reply, {
        database,
        act: (db) => startRefund(deps, db, actor, refund),
        present: ({ attempt }) => responseOf(attempt),
        revise: async ({ attempt }) => responseOf(await carryOut(deps, effects, actor, attempt)),
      })
    })
  }
}

function responseOf(attempt: Attempt) {
  return { status: 201, body: presentRefund(attempt) }
}
