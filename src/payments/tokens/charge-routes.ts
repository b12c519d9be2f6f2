import { ONCE_REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { members, required, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, plainText } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { RequiredKeyHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { TEXT_LENGTH_MAX } from '../http/contract.ts'
import { optionalAmount } from '../http/read-amount.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { carryOutTokenCharge, startTokenCharge } from './charge-token.ts'
import { ChargeContract, ChargeRequest, TokenName } from './contract.ts'
import { presentCharge } from './present-token.ts'

const CHARGE = {
  config: {
    scope: 'payments',
    requiresIdempotencyKey: true,
    documentedHeaders: RequiredKeyHeaders,
    documentedBody: ChargeRequest,
    documentedResponses: {
      201: ChargeContract,
      ...ONCE_REFUSALS,
      400: failureWhen(
        'IDEMPOTENCY_KEY_MISSING, the body or its amount is refused, the invoice cannot be paid (ACTION_NOT_ALLOWED) or is to another customer (CUSTOMER_DIFFERS), or the token cannot be charged: TOKEN_REVOKED, CONSENT_MISSING, PROCESSOR_NOT_CONFIGURED.',
      ),
    },
  },
  schema: {
    operationId: 'chargeToken',
    summary: 'Charge a token for an invoice',
    description:
      'Without the payer, to the account that the token stands for: a part of what is due on the invoice or, without an amount, all of it. The invoice must be to the customer who consented. The same Idempotency-Key charges once.',
    tags: ['Payments'],
    querystring: ActingFor,
    params: TokenName,
  },
} as const

const BODY = members({
  invoiceId: required(given(plainText(TEXT_LENGTH_MAX))),
  amount: optionalAmount,
})

export function chargeRoutes(deps: PaymentDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/payments/v1/tokens/:token/charges', CHARGE, async (request, reply) => {
      refuseNonMerchant(request)
      const actor = actorOf(request)
      const { invoiceId: invoiceNumber, amount } = valueOrThrow(BODY(request.body, ''))
      const charge = { tokenId: request.params.token, invoiceNumber, amount }
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
  }
}
