import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFUSALS } from '../../invoicing/index.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { contentDisposition } from '../../platform/http/pages/content-disposition.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import {
  TransactionCsvQueryContract,
  TransactionFiltersContract,
  TransactionListContract,
  TransactionListQueryContract,
  TransactionSumsContract,
} from './contract.ts'
import { findTransactionPage } from './list-page-store.ts'
import { sumTransactions } from './list-sum-store.ts'
import { listedMerchants } from './listed-merchants.ts'
import { presentListed, presentTransactionSums } from './present-list.ts'
import { cursorOf, readTransactionCsvQuery, readTransactionFilters, readTransactionQuery } from './read-list-query.ts'
import { transactionCsvColumns, transactionCsvHeader, transactionCsvLine } from './transaction-csv.ts'
import { NEWEST_FIRST, type Place, type TransactionFilters } from './transaction-list.ts'

type TransactionListDeps = Pick<PaymentDeps, 'database' | 'clock'> & { readonly engine: Engine }

const PATH = '/portal/v1/transaction-list'
const CONFIG = { scope: 'payments:read', isList: true } as const

const LIST = {
  config: {
    ...CONFIG,
    documentedQuery: TransactionListQueryContract,
    documentedResponses: { 200: TransactionListContract, ...REFUSALS },
  },
  schema: {
    operationId: 'listTransactions',
    summary: 'List transactions',
    description:
      'Payments, refunds and payments received elsewhere, imported ones too, page by page. A partner sees those of all ' +
      'merchants below it. A payment is listed as soon as it is made.',
    tags: ['Portal'],
  },
} as const
const SUMS = {
  config: {
    ...CONFIG,
    documentedQuery: TransactionFiltersContract,
    documentedResponses: { 200: TransactionSumsContract, ...REFUSALS },
  },
  schema: {
    operationId: 'getTransactionSums',
    summary: 'Sum up transactions',
    description: 'Count and sums of the transactions that match all filters, for each currency.',
    tags: ['Portal'],
  },
} as const
const CSV = {
  config: {
    ...CONFIG,
    documentedQuery: TransactionCsvQueryContract,
    documentedResponses: {
      200: {
        description: 'UTF-8 with a byte order mark, so that spreadsheets show every script; RFC 4180 with LF.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
      ...REFUSALS,
    },
  },
  schema: {
    operationId: 'getTransactionsAsCsv',
    summary: 'Download transactions as CSV',
    description:
      'All transactions that match the filters, newest first. Refunds are negative. Texts that a spreadsheet would take ' +
      'for a formula begin with an apostrophe.',
    tags: ['Portal'],
  },
} as const

/** The portal's list of transactions, its sums and its file. */
export function transactionListRoutes(deps: TransactionListDeps): RoutePlugin {
  const { engine, clock } = deps
  const csv = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { organization, method } = request
    const { filters, columns, headerLanguage } = readTransactionCsvQuery(request.query, organization)
    const chosen = transactionCsvColumns(columns, { hasMerchants: organization.type !== 'merchant' })
    const { timeZone } = organization
    const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
    const pages = pagesOf(engine, await listedMerchants(deps, request.organization), filters)
    const head = transactionCsvHeader(chosen, { language: headerLanguage, timeZone })
    const lines = async function* () {
      yield Buffer.from(head)
      for await (const page of pages) {
        const written = page.map((one) => transactionCsvLine(one, chosen, { language: headerLanguage, timeZone }))
        if (written.length > 0) yield Buffer.from(written.join(''))
      }
    }
    // For HEAD, Fastify would still read the whole body.
    const content = method === 'HEAD' ? [] : lines()
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition('attachment', `transactions-${today}.csv`))
      .send(Readable.from(content, { objectMode: false }))
  }
  return async (app) => {
    app.get(PATH, LIST, async (request) => {
      const query = readTransactionQuery(request.query, request.organization)
      const merchantIds = await listedMerchants(deps, request.organization)
      const { transactions, next } = await findTransactionPage(engine, { ...query, merchantIds })
      return {
        submitTimeUtc: writtenInstant(clock.now()),
        transactions: transactions.map(presentListed),
        next: next === undefined ? null : cursorOf(next),
      }
    })
    app.get(`${PATH}/sums`, SUMS, async (request) => {
      const filters = readTransactionFilters(request.query, request.organization)
      return presentTransactionSums(
        await sumTransactions(engine, { merchantIds: await listedMerchants(deps, request.organization), filters }),
      )
    })
    app.get(`${PATH}/csv`, CSV, csv)
  }
}

const CSV_PAGE = 1_000

/** Page by page: no memory is held between them, because the client may be slow. */
async function* pagesOf(engine: Engine, merchantIds: readonly string[], filters: TransactionFilters) {
  let after: Place | undefined
  do {
    const query = { merchantIds, filters, sort: NEWEST_FIRST, after, limit: CSV_PAGE }
    const { transactions, next } = await findTransactionPage(engine, query)
    yield transactions
    after = next
  } while (after !== undefined)
}
