import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { exactNumber } from '../../kernel/exact-number.ts'
import { contentDisposition } from '../../platform/http/pages/content-disposition.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { LIST_REFUSALS } from '../http/refusal-contract.ts'
import {
  InvoiceCountsContract,
  InvoiceCountsQueryContract,
  InvoiceCsvQueryContract,
  InvoiceFiltersContract,
  InvoiceSumsContract,
  ListedMerchantsContract,
  ListedMerchantsQueryContract,
} from './contract.ts'
import type { CsvColumn } from './csv-words.ts'
import { type CsvReader, csvColumns, csvHeader, csvLine } from './invoice-csv.ts'
import { exportInvoices } from './invoice-export-store.ts'
import { type ListedInvoice, OPEN_STATUSES } from './invoice-list.ts'
import { countInvoices, type InvoiceCounts, type InvoiceSum, sumInvoices } from './invoice-sum-store.ts'
import { findListedMerchants } from './merchant-store.ts'
import {
  readInvoiceCountsQuery,
  readInvoiceCsvQuery,
  readInvoiceFilters,
  readMerchantsQuery,
} from './read-invoice-list-query.ts'
import type { InvoiceListRoutesDeps } from './routes.ts'

const PATH = '/portal/v1/invoice-list'
const CONFIG = { scope: 'invoices:read', isList: true } as const

const SUMS = {
  config: {
    ...CONFIG,
    documentedQuery: InvoiceFiltersContract,
    documentedResponses: { 200: InvoiceSumsContract, ...LIST_REFUSALS },
  },
  schema: {
    operationId: 'getInvoiceSums',
    summary: 'Sum up invoices',
    description: 'Count, totals and balances of the invoices that match all filters, for each currency.',
    tags: ['Portal'],
  },
} as const

const COUNTS = {
  config: {
    ...CONFIG,
    documentedQuery: InvoiceCountsQueryContract,
    documentedResponses: { 200: InvoiceCountsContract, ...LIST_REFUSALS },
  },
  schema: {
    operationId: 'getInvoiceCounts',
    summary: 'Count invoices by view',
    description: 'The exact number of invoices in each view of the portal’s list, of all customers or of one.',
    tags: ['Portal'],
  },
} as const

const MERCHANTS = {
  config: {
    ...CONFIG,
    documentedQuery: ListedMerchantsQueryContract,
    documentedResponses: { 200: ListedMerchantsContract, ...LIST_REFUSALS },
  },
  schema: {
    operationId: 'getListedMerchants',
    summary: 'Name the merchants of a list of invoices',
    description: 'The names of merchants in a list of several merchants, and the languages of their invoices.',
    tags: ['Portal'],
  },
} as const

const CSV = {
  config: {
    ...CONFIG,
    documentedQuery: InvoiceCsvQueryContract,
    documentedResponses: {
      200: {
        description: 'UTF-8 with a byte order mark, so that spreadsheets show every script; RFC 4180 with LF.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
      ...LIST_REFUSALS,
    },
  },
  schema: {
    operationId: 'getInvoicesAsCsv',
    summary: 'Download invoices as CSV',
    description:
      'All invoices that match the filters, newest first, and merchant by merchant for a partner. Amounts have all ' +
      'decimals of their currency. Texts that a spreadsheet would take for a formula begin with an apostrophe.',
    tags: ['Portal'],
  },
} as const

type ListRequest = Pick<FastifyRequest, 'organization' | 'query'>

/** The parts of the portal's list besides its pages. */
export function invoiceListPortalRoutes({
  database: { db },
  clock,
  config: { baseUrl },
}: InvoiceListRoutesDeps): RoutePlugin {
  const scopeOf = ({ organization: { timeZone } }: ListRequest) => ({ timeZone, at: clock.now() })
  const todayOf = (request: ListRequest) => clock.now().toZonedDateTimeISO(request.organization.timeZone).toPlainDate()

  const csv = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { organization, query, method } = request
    const { filters, columns, headerLanguage } = readInvoiceCsvQuery(query, scopeOf(request))
    const chosen = csvColumns(columns, { hasMerchants: organization.type !== 'merchant' })
    const today = todayOf(request)
    const reader = { language: headerLanguage, timeZone: organization.timeZone, today, baseUrl }
    const invoices = exportInvoices(db, organization, filters)
    // For HEAD, Fastify would still read the whole body.
    const content = method === 'HEAD' ? [] : csvPieces(invoices, chosen, reader)
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition('attachment', `invoices-${today}.csv`))
      .send(Readable.from(content, { objectMode: false }))
  }

  return async (app) => {
    app.get(`${PATH}/sums`, SUMS, async (request) => {
      const filters = readInvoiceFilters(request.query, scopeOf(request))
      return presentSums(await sumInvoices(db, request.organization, filters))
    })
    app.get(`${PATH}/counts`, COUNTS, async (request) =>
      presentCounts(
        await countInvoices(db, request.organization, {
          ...readInvoiceCountsQuery(request.query),
          today: todayOf(request),
        }),
      ),
    )
    app.get(`${PATH}/merchants`, MERCHANTS, async ({ organization, query }) => {
      const { organizationIds } = readMerchantsQuery(query)
      return { merchants: await findListedMerchants(db, organization, organizationIds) }
    })
    app.get(`${PATH}/csv`, CSV, csv)
  }
}

/** One piece for each portion of the list: the next is read when this one has been sent. */
async function* csvPieces(
  invoices: AsyncIterable<readonly ListedInvoice[]>,
  columns: readonly CsvColumn[],
  reader: CsvReader,
): AsyncGenerator<Buffer, void> {
  yield Buffer.from(csvHeader(columns, reader))
  for await (const some of invoices) {
    if (some.length > 0) yield Buffer.from(some.map((invoice) => csvLine(invoice, columns, reader)).join(''))
  }
}

function presentSums(sums: readonly InvoiceSum[]): object {
  return {
    sums: sums.map(({ currency, count, total, balance }) => ({
      currency,
      count,
      totalAmount: exactNumber(total),
      balanceAmount: exactNumber(balance),
    })),
    count: sums.reduce((all, { count }) => all + count, 0),
  }
}

function presentCounts({ statuses, overdue }: InvoiceCounts): object {
  const open = OPEN_STATUSES.reduce((all, status) => all + (statuses[status] ?? 0), 0)
  return {
    all: Object.values(statuses).reduce((all, count) => all + count, 0),
    draft: statuses.DRAFT ?? 0,
    open,
    overdue,
    paid: statuses.PAID ?? 0,
    canceled: statuses.CANCELED ?? 0,
  }
}
