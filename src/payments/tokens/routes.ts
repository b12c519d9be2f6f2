import { ONCE_REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { members, required, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, plainText } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { TEXT_LENGTH_MAX } from '../http/contract.ts'
import { optionalAmount } from '../http/read-amount.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { carryOutTokenCharge, startTokenCharge } from './charge-token.ts'
import { ChargeContract, ChargeRequest, TokenContract, TokenId, TokenTransaction } from './contract.ts'
import { createToken } from './create-token.ts'
import { presentCharge, presentToken } from './present-token.ts'
import { revokeToken } from './revoke-token.ts'

const CREATE = {
  config: {
    scope: 'payments',
    documentedHeaders: OnceHeaders,
    documentedResponses: {
      200: { ...TokenContract, description: 'The payment has this token already.' },
      201: TokenContract,
      ...ONCE_REFUSALS,
      400: failureWhen('CONSENT_MISSING, PAYMENT_NOT_COMPLETED, ACCOUNT_NOT_STORABLE or TOKEN_REVOKED.'),
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

const CHARGE = {
  config: {
    scope: 'payments',
    documentedHeaders: OnceHeaders,
    documentedBody: ChargeRequest,
    documentedResponses: {
      201: ChargeContract,
      ...ONCE_REFUSALS,
      400: failureWhen(
        'The body or its amount is refused, the invoice cannot be paid (ACTION_NOT_ALLOWED), or the token cannot be charged: TOKEN_REVOKED, CONSENT_MISSING, PROCESSOR_NOT_CONFIGURED.',
      ),
    },
  },
  schema: {
    operationId: 'chargeToken',
    summary: 'Charge a token for an invoice',
    description:
      'Without the payer, to the account that the token stands for: a part of what is due on the invoice or, without an amount, all of it. Send an Idempotency-Key: without one, each request is a charge of its own.',
    tags: ['Payments'],
    querystring: ActingFor,
    params: TokenId,
  },
} as const

const REVOKE = {
  config: {
    scope: 'payments',
    documentedHeaders: OnceHeaders,
    documentedResponses: {
      200: TokenContract,
      ...ONCE_REFUSALS,
      400: failureWhen('PROCESSOR_NOT_CONFIGURED.'),
      503: failureWhen('PROCESSOR_UNAVAILABLE: the processor did not answer, and the token stays as it is. Try again.'),
    },
  },
  schema: {
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    description: 'The processor makes the account unusable, and its reference is removed. It cannot be undone.',
    tags: ['Payments'],
    querystring: ActingFor,
    params: TokenId,
  },
} as const

const CHARGE_BODY = members({
  invoiceId: required(given(plainText(TEXT_LENGTH_MAX))),
  amount: optionalAmount,
})

export function tokenRoutes(deps: PaymentDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/payments/v1/tokens/:id/charges', CHARGE, async (request, reply) => {
      refuseNonMerchant(request)
      const actor = actorOf(request)
      const { invoiceId: invoiceNumber, amount } = valueOrThrow(CHARGE_BODY(request.body, ''))
      const charge = { tokenId: request.params.id, invoiceNumber, amount }
      return respondOnce(reply, {
        database,
        act: (db) => startTokenCharge(deps, db, actor, charge),
        present: ({ attempt }) => ({ status: 201, body: presentCharge(attempt) }),
        revise: async (started) => ({
          status: 201,
          body: presentCharge(await carryOutTokenCharge(deps, actor, started)),
        }),
      })
    })
    app.post('/payments/v1/tokens/:id/revocation', REVOKE, async (request, reply) => {
      refuseNonMerchant(request)
      const actor = actorOf(request)
      return respondOnce(reply, {
        database,
        act: (db) => revokeToken(deps, db, actor, { tokenId: request.params.id }),
        present: (revoked) => ({ status: 200, body: presentToken(revoked) }),
      })
    })
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
