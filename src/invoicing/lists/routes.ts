import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock/clock.ts'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { perOrganization } from '../../platform/http/limits/per-organization.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { LIST_REFUSALS } from '../http/refusal-contract.ts'
import { InvoiceListContract, InvoiceListQueryContract } from './contract.ts'
import { listInvoices } from './invoice-list-store.ts'
import { presentInvoiceList } from './present.ts'
import { readInvoiceListQuery } from './read-invoice-list-query.ts'

export type InvoiceListRoutesDeps = {
  readonly database: Pick<Database, 'db'>
  readonly clock: Clock
  /** Where the payment pages are. */
  readonly config: { readonly baseUrl: string }
}

const PATH = '/invoicing/v2/invoices'
/**
 * A page of more invoices takes tens of milliseconds to read and to present. An organization gets one at a time: a flood
 * of them would make everybody's requests wait for the service's own thread.
 */
const LARGE_PAGE = 200
const LIST = {
  config: {
    scope: 'invoices:read',
    isList: true,
    documentedQuery: InvoiceListQueryContract,
    documentedResponses: { 200: InvoiceListContract, ...LIST_REFUSALS },
  },
  schema: {
    operationId: 'getAllInvoices',
    summary: 'List invoices',
    description: 'One page of the invoices that match all filters. An empty list is not an error.',
    tags: ['Invoicing'],
  },
} as const

type ListRequest = Pick<FastifyRequest, 'caller' | 'organization' | 'query'>

/** Lists invoices in pages: those of a merchant, or of all merchants below a partner or account. */
export function invoiceListRoutes({
  database: { db },
  clock,
  config: { baseUrl },
}: InvoiceListRoutesDeps): RoutePlugin {
  const largePages = new FairTurns(perOrganization(1, 'large pages of a list'))
  const list = async ({ caller, organization, query }: ListRequest) => {
    const at = clock.now()
    const listQuery = readInvoiceListQuery(query, { ...organization, at })
    const asked = { query: query as Readonly<Record<string, unknown>>, page: listQuery, organization, at, baseUrl }
    const load = async () => presentInvoiceList(await listInvoices(db, organization, listQuery), asked)
    return listQuery.limit > LARGE_PAGE ? largePages.run(caller.owner.organizationId, load) : load()
  }
  return async (app) => {
    app.get(PATH, LIST, list)
  }
}
