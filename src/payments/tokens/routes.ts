import { ONCE_REFUSALS, REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { pageReaders, totalOfPage } from '../../kernel/reading/page-query.ts'
import { members, optional, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { linkToNext } from '../../platform/http/server/link-to-next.ts'
import { TEXT_LENGTH_MAX } from '../http/contract.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import * as contract from './contract.ts'
import { createToken } from './create-token.ts'
import { getToken, type LoadedToken, loadTokens } from './load-token.ts'
import { presentToken } from './present-token.ts'
import { revokeToken } from './revoke-token.ts'
import { countTokens } from './token-list-store.ts'
import { TOKEN_STATUSES } from './token-status.ts'

const PATH = '/payments/v1/tokens'
const NAMED_PATH = `${PATH}/:token`
const NAMED = { tags: ['Payments'], querystring: ActingFor, params: contract.TokenName }
const { TokenContract } = contract

const LIST = {
  config: {
    scope: 'payments:read',
    isList: true,
    documentedQuery: contract.TokenListQuery,
    documentedResponses: { 200: contract.TokenListContract, ...REFUSALS },
  },
  schema: {
    operationId: 'getTokens',
    summary: 'List tokens',
    description: 'Oldest first, revoked ones included, each with the payer’s consent and its last use.',
    tags: ['Payments'],
  },
} as const

const GET = {
  config: { scope: 'payments:read', documentedResponses: { 200: TokenContract, ...REFUSALS } },
  schema: { operationId: 'getToken', summary: 'Get a token', ...NAMED },
} as const

const REVOKE = {
  config: {
    scope: 'payments',
    documentedResponses: {
      200: TokenContract,
      ...REFUSALS,
      400: failureWhen('PROCESSOR_NOT_CONFIGURED.'),
      503: failureWhen('PROCESSOR_UNAVAILABLE: the processor did not answer, and the token stays as it is. Try again.'),
    },
  },
  schema: {
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'The processor makes the account unusable, and its reference is removed. It cannot be undone. The token stays listed, as evidence; to revoke it again changes nothing.',
    ...NAMED,
  },
} as const

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
    params: contract.TokenTransaction,
  },
} as const

const QUERY = members({
  ...pageReaders(contract.TOKENS_MAX, contract.TOKENS_USUAL),
  merchantCustomerId: optional(given(plainText(TEXT_LENGTH_MAX))),
  email: optional(given(plainText(TEXT_LENGTH_MAX))),
  status: optional(given(oneOf(TOKEN_STATUSES))),
})

/** Tokens: accounts that payers agreed to have stored. They are charged by `chargeRoutes`. */
export function tokenRoutes(deps: PaymentDeps): RoutePlugin {
  const { database, clock } = deps
  const { db } = database
  const presented = (loaded: LoadedToken) => presentToken(loaded, clock.now())
  return async (app) => {
    acceptUntypedJson(app)
    app.get(PATH, LIST, async (request, reply) => {
      refuseNonMerchant(request)
      const { offset, limit, ...asked } = valueOrThrow(QUERY(request.query, ''))
      const { organizationId } = request.organization
      const filter = { organizationId, ...asked, at: clock.now() }
      const tokens = await loadTokens(db, filter, { offset, limit })
      const total = await totalOfPage({ offset, limit }, tokens, () => countTokens(db, filter))
      reply.headers(linkToNext(request, { offset, limit, total }))
      return { totalTokens: total, tokens: tokens.map(presented) }
    })
    app.get(NAMED_PATH, GET, async (request) => {
      refuseNonMerchant(request)
      const { organizationId } = request.organization
      return presented(await getToken(db, { organizationId, tokenId: request.params.token }))
    })
    app.delete(NAMED_PATH, REVOKE, async (request) => {
      refuseNonMerchant(request)
      return presented(await revokeToken(deps, database, actorOf(request), { tokenId: request.params.token }))
    })
    app.post('/payments/v1/transactions/:id/token', CREATE, async (request, reply) => {
      refuseNonMerchant(request)
      const actor = actorOf(request)
      return respondOnce(reply, {
        database,
        act: (once) => createToken(deps, once, actor, { paymentId: request.params.id }),
        present: (created) => ({ status: created.isNew ? 201 : 200, body: presented(created) }),
      })
    })
  }
}
