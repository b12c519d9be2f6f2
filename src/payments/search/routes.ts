import type { FastifyRequest } from 'fastify'
import { REFUSALS } from '../../invoicing/index.ts'
import { AppError } from '../../kernel/errors.ts'
import { hasNoValue, valueOrThrow } from '../../kernel/reading/reading.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { ActingFor, actorOf, findIdsBelow } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { newId } from '../../platform/secrets/random.ts'
import {
  SearchContract,
  SearchId,
  SearchRequestContract,
  TransactionContract,
  TransactionIdContract,
} from './contract.ts'
import { presentDetails, presentSummary } from './present-transaction.ts'
import { readSearchRequest } from './read-search.ts'
import { findTransaction, runSearch, type SearchDeps } from './run-search.ts'
import { findSearch, type SearchRequest } from './search-store.ts'
import { storeSearch } from './store-search.ts'

const PATH = '/tss/v2/searches'
const scope = 'payments:read'
const tags = ['Payments']
const SEARCH_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const SEARCH = {
  config: {
    isServedByCopy: true,
    scope,
    isList: true,
    isAllowedWhenSuspended: true,
    documentedBody: SearchRequestContract,
    documentedResponses: { 201: SearchContract, ...REFUSALS },
  },
  schema: {
    operationId: 'createSearch',
    summary: 'Search transactions',
    description: 'Payments of invoices and imported transactions alike. A payment is found as soon as it is made.',
    tags,
    querystring: ActingFor,
  },
} as const
const GET_SEARCH = {
  config: { scope, isList: true, documentedResponses: { 200: SearchContract, ...REFUSALS } },
  schema: { operationId: 'getSearch', summary: 'Run a search again', tags, querystring: ActingFor, params: SearchId },
} as const
const GET_TRANSACTION = {
  config: { scope, documentedResponses: { 200: TransactionContract, ...REFUSALS } },
  schema: {
    operationId: 'getTransaction',
    summary: 'Read a transaction',
    tags,
    querystring: ActingFor,
    params: TransactionIdContract,
  },
} as const

export function searchRoutes(deps: SearchDeps & Parameters<typeof storeSearch>[0]): RoutePlugin {
  const { db } = deps.database
  return async (app) => {
    acceptUntypedJson(app)
    app.post(PATH, SEARCH, async (request, reply) => {
      const search = valueOrThrow(readSearchRequest(request.body, ''))
      const body = await responseOf(deps, request, newId(), search)
      await storeSearch(deps, actorOf(request), { searchId: body.searchId, search, count: body.count })
      return reply.code(201).send(body)
    })
    app.get(`${PATH}/:searchId`, GET_SEARCH, async (request) => {
      const { organizationId } = request.organization
      const { searchId } = request.params
      const search = SEARCH_ID.test(searchId)
        ? await findSearch(db, { organizationId, searchId }, deps.clock.now())
        : undefined
      if (search === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The search does not exist.')
      return responseOf(deps, request, searchId, search)
    })
    app.get('/tss/v2/transactions/:id', GET_TRANSACTION, async (request) => {
      const transaction = await findTransaction(deps, await merchantsOf(deps, request), request.params.id)
      if (transaction === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The transaction does not exist.')
      return presentDetails(transaction)
    })
  }
}

async function responseOf(deps: SearchDeps, request: FastifyRequest, searchId: string, search: SearchRequest) {
  const { transactions, total } = await runSearch(deps, await merchantsOf(deps, request), search)
  const isPastEnd = search.offset > 0 && search.offset >= total
  return {
    searchId,
    ...search,
    count: transactions.length,
    totalCount: total,
    submitTimeUtc: writtenInstant(deps.clock.now()),
    // A page past the end has no such member, as existing clients know it.
    ...(isPastEnd ? {} : { _embedded: { transactionSummaries: transactions.map(presentSummary) } }),
    _links: { self: { href: `${PATH}/${searchId}`, method: 'GET' } },
  }
}

/** The merchants whose transactions are meant: the one that the request names, or the caller's own and all below it. */
async function merchantsOf({ database }: SearchDeps, { organization, query, body }: FastifyRequest) {
  const isNamed = [query, body].some(
    (part) => !hasNoValue((part as { readonly organizationId?: unknown } | undefined)?.organizationId),
  )
  const { organizationId } = organization
  return isNamed ? [organizationId] : findIdsBelow(database.db, organizationId)
}
