import { ONCE_REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { TokenContract, TokenTransaction } from './contract.ts'
import { createToken } from './create-token.ts'
import { presentToken } from './present-token.ts'

const CREATE = {
  config: {
    scope: 'payments',
    documentedHeaders: OnceHeaders,
    documentedResponses: {
      200: { ...TokenContract, description: 'The payment has this token already.' },
      201: TokenContract,
      ...ONCE_REFUSALS,
      400: failureWhen('CONSENT_MISSING, PAYMENT_NOT_COMPLETED or ACCOUNT_NOT_STORABLE.'),
    },
  },
  schema: {
    operationId: 'createToken',
    summary: 'Make a token of a payment',
    description:
      'For charges that the merchant initiates later. Only where the payer agreed to it on the payment page; the response has the consent as evidence. A payment has one token.',
    tags: ['Payments'],
    querystring: ActingFor,
    params: TokenTransaction,
  },
} as const

export function tokenRoutes(deps: PaymentDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    app.post('/payments/v1/transactions/:id/token', CREATE, async (request, reply) => {
      refuseNonMerchant(request)
      const actor = actorOf(request)
      return respondOnce(reply, {
        database,
        act: (db) => createToken(deps, db, actor, { paymentId: request.params.id }),
        present: (created) => ({ status: created.isNew ? 201 : 200, body: presentToken(created) }),
      })
    })
  }
}
