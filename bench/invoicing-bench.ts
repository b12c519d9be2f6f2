import { listInvoices } from '../src/invoicing/lists/invoice-list-store.ts'
import { readInvoiceListQuery } from '../src/invoicing/lists/read-invoice-list-query.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { Database } from '../src/platform/postgres/database.ts'
import { noteStatements } from '../test/support/stores/watched-statements.ts'
import {
  bearerKeyIn,
  benchFolder,
  merchantIdIn,
  postgresUrlIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import type { Figure } from './figure.ts'
import { besides, type LoadRequest, mediansMs, requestsPerSecond } from './http-load.ts'
import { seedInvoices } from './seed-invoices.ts'
import { SIZES } from './sizes.ts'

const INVOICES = SIZES.apiInvoices
const DEEP = (INVOICES / 10) * 9
const TIMES = 500
const MANY = INVOICES.toLocaleString('en-US')

/** The least for reading an invoice: one statement, and its row as JSON. */
const BARE_READER = `
const [url, organization, count] = process.argv.slice(1)
const pool = new (require('pg').Pool)({ connectionString: url, max: 20 })
const text = 'select * from invoices where organization_id = $1 and invoice_number = $2'
require('node:http').createServer(async (request, response) => {
  const number = String(1 + Math.floor(Math.random() * Number(count)))
  const { rows } = await pool.query({ name: 'q', text, values: [organization, number] })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(rows[0]))
}).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })`

/** The least for creating one: take the next number and store the body under it, all or nothing. */
const BARE_WRITER = `
const [url, body] = process.argv.slice(1)
const pool = new (require('pg').Pool)({ connectionString: url, max: 20 })
const load = 'select last from bare_counter for no key update'
const save = \`with counted as (update bare_counter set last = $1)
  insert into bare_invoices values ('shop', $1, $2)\`
async function answer(response) {
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query({ name: 'load', text: load })
  const values = [String(Number(rows[0].last) + 1), body]
  await client.query({ name: 'save', text: save, values })
  await client.query('commit')
  client.release()
  response.setHeader('content-type', 'application/json')
  response.end(body)
}
async function start() {
  await pool.query('create table bare_counter as select 0::bigint as last')
  await pool.query(\`create table bare_invoices
    (organization text, number bigint, body jsonb, primary key (organization, number))\`)
  require('node:http').createServer((request, response) => void answer(response))
    .listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })
}
void start()`

const NEW_INVOICE = JSON.stringify({
  customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com' },
  invoiceInformation: {
    description: 'Engine parts',
    dueDate: '2030-01-01',
    deliveryMode: 'none',
    sendImmediately: true,
  },
  orderInformation: {
    amountDetails: { totalAmount: '246.00', currency: 'USD' },
    lineItems: [
      {
        productSku: 'SKU-1',
        productName: 'Gear wheel',
        quantity: 2,
        unitPrice: '120.00',
        taxAmount: '6.00',
        totalAmount: '246.00',
      },
    ],
  },
})

/** The cost of reading and creating invoices among a million of them. */
export async function benchInvoicing(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const service = await startBenchService(folder)
  try {
    const organizationId = merchantIdIn(folder)
    await seedInvoices(postgresUrlIn(folder), { organizationId, count: INVOICES })
    const invoices = `${service.url}/invoicing/v2/invoices`
    const headers = { authorization: `Bearer ${bearerKeyIn(folder)}` }
    return [
      ...(await lists({ url: invoices, headers })),
      await listing({ url: invoices, headers }, [postgresUrlIn(folder), organizationId]),
      await reading({ url: invoices, headers }, [postgresUrlIn(folder), organizationId]),
      await making({ url: invoices, headers }, [postgresUrlIn(folder)]),
    ]
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

type Invoices = { readonly url: string; readonly headers: LoadRequest['headers'] & object }

/** A random one, so that reads hit different pages of the table. */
function anyInvoice(url: string): string {
  return `${url}/${1 + Math.floor(Math.random() * INVOICES)}`
}

async function lists({ url, headers }: Invoices): Promise<readonly Figure[]> {
  const targets = [
    () => anyInvoice(url),
    `${url}?offset=0&limit=20`,
    `${url}?offset=${DEEP}&limit=20`,
    `${url}?offset=0&limit=20&status=sent`,
  ]
  const [one = 0, first = 0, deep = 0, ofStatus = 0] = await mediansMs(
    targets.map((target) => ({ url: target, headers })),
    TIMES,
  )
  const figure = (what: string, ours: number, limit: number, limitIs: string): Figure => ({
    what: `${what} of ${MANY} invoices`,
    unit: 'ms',
    ours,
    limit,
    limitIs,
    isRate: false,
  })
  const besideOne = 'one invoice; at most 5 times as long (ratio 0.2)'
  const besideFirst = 'the first page; at most 10 times as long (ratio 0.1)'
  return [
    figure('first page with the total', first, one, besideOne),
    figure(`page at offset ${DEEP.toLocaleString('en-US')}`, deep, first, besideFirst),
    figure('first page of one status', ofStatus, first, 'the first page without a filter'),
  ]
}

/** Over as many connections as there are clients. */
const BARE_LISTER = `
const [url, text, values] = process.argv.slice(1)
const pool = new (require('pg').Pool)({ connectionString: url, max: 32 })
require('node:http').createServer(async (request, response) => {
  const { rows } = await pool.query({ name: 'q', text, values: JSON.parse(values) })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(rows))
}).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })`

async function listing({ url, headers }: Invoices, [database = '', organizationId = '']: readonly string[]) {
  const { text, values } = await firstPage(database, organizationId)
  const measured = await besides(BARE_LISTER, [database, text, JSON.stringify(values)], (ms) =>
    requestsPerSecond({ url: `${url}?offset=0&limit=20`, headers }, ms),
  )
  return {
    what: `GET the first page of ${MANY} invoices`,
    ...measured,
    limitIs: 'a bare node:http server that runs the same statement over 32 connections',
    bar: { ratioMin: 0.5 },
  }
}

/** The statement of the first page, as the list sends it. */
async function firstPage(url: string, organizationId: string) {
  const database = new Database(url, createLogger({ level: 'silent' }))
  const asked: { text: string; values: readonly unknown[] }[] = []
  noteStatements((_client, text, values) => asked.push({ text, values }))
  const query = readInvoiceListQuery({ offset: '0', limit: '20' }, { timeZone: 'UTC', at: Temporal.Now.instant() })
  await listInvoices(database.db, { organizationId, type: 'merchant' }, query)
  await database.close()
  const [statement, ...others] = asked
  if (statement === undefined || others.length > 0) throw new Error('The first page is not one statement any more.')
  return statement
}

async function reading({ url, headers }: Invoices, args: readonly string[]): Promise<Figure> {
  const measured = await besides(BARE_READER, [...args, String(INVOICES)], (ms) =>
    requestsPerSecond({ url: () => anyInvoice(url), headers }, ms),
  )
  return {
    // One statement: the invoice with its history.
    what: `GET one of ${MANY} invoices`,
    ...measured,
    limitIs: 'a bare node:http server that reads the row in one statement',
    bar: { ratioMin: 0.4 },
  }
}

async function making({ url, headers }: Invoices, args: readonly string[]): Promise<Figure> {
  const request = {
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: NEW_INVOICE,
  }
  const measured = await besides(BARE_WRITER, [...args, NEW_INVOICE], (ms) => requestsPerSecond(request, ms))
  return {
    what: `POST an invoice to ${MANY} others`,
    ...measured,
    limitIs: 'a bare node:http server: begin, lock and load, save, commit',
    bar: { ratioMin: 0.5 },
  }
}
