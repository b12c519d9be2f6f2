import { getInvoice, ONCE_REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { valueOrThrow } from '../../kernel/reading/reading.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import { carryOut, type FollowUpEffects } from '../attempts/carry-out.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { PtsRefundContract, PtsRefundRequest, PtsTransactionId } from './pts-contract.ts'
import { presentPtsRefund, readPtsRefund, withPtsFields } from './pts-refund.ts'
import { startRefund } from './start-refund.ts'

const REFUNDS = [
  {
    path: '/pts/v2/payments/:id/refunds',
    operationId: 'refundPtsPayment',
    summary: 'Refund a payment, as client SDKs do',
  },
  {
    path: '/pts/v2/captures/:id/refunds',
    operationId: 'refundPtsCapture',
    summary: 'Refund a capture, as client SDKs do',
  },
] as const

/** The same refunds for clients of the existing SDKs: other paths and bodies, the same action. */
export function ptsRefundRoutes(deps: PaymentDeps, effects: FollowUpEffects): RoutePlugin {
  const { database } = deps
  const { db } = database
  return async (app) => {
    acceptUntypedJson(app)
    for (const { path, ...words } of REFUNDS) {
      app.post(path, documented(words), async (request, reply) => {
        refuseNonMerchant(request)
        const actor = actorOf(request)
        const asked = valueOrThrow(readPtsRefund(request.body, ''))
        const { totalAmount: amount, currency } = asked.orderInformation.amountDetails
        const { reason } = asked.processingInformation.refundOptions
        const { organizationId } = actor
        const paymentId = await paymentIdOf(db, { organizationId, id: request.params.id })
        const refund = { paymentId, amount, currency, reason }
        return respondOnce(reply, {
          database,
          act: (once) => withPtsFields(() => startRefund(deps, once, actor, refund)),
          present: ({ attempt }) => responseOf({ attempt, asked, reconciliationId: undefined }),
          revise: async (started) => {
            const attempt = await carryOut(deps, effects, actor, started.attempt)
            return responseOf({ attempt, asked, reconciliationId: await reconciliationIdOf(db, attempt) })
          },
        })
      })
    }
  }
}

function documented(words: { readonly operationId: string; readonly summary: string }) {
  return {
    config: {
      scope: 'payments',
      documentedHeaders: OnceHeaders,
      documentedBody: PtsRefundRequest,
      documentedResponses: {
        201: PtsRefundContract,
        ...ONCE_REFUSALS,
        400: failureWhen('MISSING_FIELD, INVALID_DATA or ACTION_NOT_ALLOWED.'),
      },
    },
    schema: {
      ...words,
      description: 'The same as POST /payments/v1/payments/{transactionId}/refunds, for existing clients.',
      tags: ['Payments'],
      querystring: ActingFor,
      params: PtsTransactionId,
    },
  } as const
}

/** A capture is refunded by its payment. */
async function paymentIdOf(
  db: Db,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<string> {
  const attempt = await findAttempt(db, { organizationId, attemptId: id })
  return attempt?.kind === 'capture' ? attempt.paymentId : id
}

/** As in the records of the refund. */
async function reconciliationIdOf(db: Db, attempt: Attempt): Promise<string | undefined> {
  const { terms } = await getInvoice(db, attempt)
  return terms.transactionReferenceNumber ?? attempt.facts?.reference
}

function responseOf(presented: Parameters<typeof presentPtsRefund>[0]) {
  return { status: 201, body: presentPtsRefund(presented) }
}
