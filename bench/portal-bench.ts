import { Agent, request as startRequest } from 'node:http'
import type { Figure } from './figure.ts'
import { benchPortalCsv } from './portal-csv-bench.ts'
import { PORTAL_INVOICES as INVOICES, withPortalService } from './portal-data.ts'
import { benchPortalPage } from './portal-page-bench.ts'
import { CUSTOMERS, LAST_NAMES, seedName } from './seed-names.ts'

const FIRST_PAGE_MS_MAX = 100
const QUERIES = 100
/** Of what has no bar and takes longer. */
const FEW_QUERIES = 40
const WARM_UP = 10
const PATH = '/invoicing/v2/invoices'

/** How long the portal's list takes among a million invoices of one merchant. */
export async function benchPortal(): Promise<readonly Figure[]> {
  return withPortalService(async (service) => [
    ...(await benchLists(service)),
    ...(await benchPortalPage(service)),
    ...(await benchPortalCsv(service)),
  ])
}

async function benchLists(target: Target): Promise<readonly Figure[]> {
  const one = await percentileMs(target, (round) => `${PATH}/${anyNumber(round)}`)
  await readAll(target)
  const figures: Figure[] = []
  for (const { what, path, msMax } of CASES) {
    const ours = await percentileMs(target, path, msMax === undefined ? FEW_QUERIES : QUERIES)
    const bar = msMax === undefined ? undefined : { oursMax: msMax }
    figures.push({ what, unit: 'ms', ours, limit: one, limitIs: 'one invoice, p95', isRate: false, bar })
  }
  return figures
}

/** After some use the invoices are in PostgreSQL's memory: a search for each last name reads all of them. */
async function readAll({ url, key }: Target): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const name of LAST_NAMES) await get(`${url}${search(name)}`, key, agent)
  agent.destroy()
}

type Case = { readonly what: string; readonly path: (round: number) => string; readonly msMax?: number }

const list = (query: Readonly<Record<string, string>>) => `${PATH}?${new URLSearchParams({ limit: '20', ...query })}`
const search = (text: string, query: Readonly<Record<string, string>> = {}) => list({ search: text, ...query })
const WITHOUT_TOTAL = { includeTotal: 'false' }
/** Not one after the other: their invoices are neighbours, which the search before has just read. */
const lastName = (round: number) => LAST_NAMES[(round * 93) % LAST_NAMES.length] ?? ''
/** Spread over all invoices. */
const anyNumber = (round: number) => Math.floor(INVOICES / 10) + ((round * 7_919_993) % Math.ceil(INVOICES * 0.9))
const customer = (round: number) => seedName(anyNumber(round) % CUSTOMERS)

const FILTERS: readonly { readonly of: string; readonly query: (round: number) => Readonly<Record<string, string>> }[] =
  [
    { of: 'a currency (all)', query: () => ({ currency: 'USD' }) },
    { of: 'a currency (none)', query: () => ({ currency: 'EUR' }) },
    { of: 'a language (none)', query: () => ({ language: 'de-DE' }) },
    {
      of: '100 numbers',
      query: (round) => ({ invoiceId: Array.from({ length: 100 }, (_, at) => anyNumber(round * 100 + at)).join() }),
    },
    { of: 'undelivered invoices (none)', query: () => ({ undelivered: 'true' }) },
  ]

/** Row 25 of the table of checks, and what stands beside it. */
const CASES: readonly Case[] = [
  ...[
    { of: 'an address (1 match)', text: (round: number) => emailOf(anyNumber(round)) },
    { of: 'a number (1 match)', text: (round: number) => String(anyNumber(round)) },
    { of: 'a full name (100 matches)', text: (round: number) => customer(round).name },
    { of: 'the first part of an address (100)', text: (round: number) => `${customer(round).local}` },
    { of: 'part of a number (about 4,000)', text: (round: number) => String(100 + ((round * 37) % 900)) },
    { of: 'a last name (10,000)', text: lastName },
    {
      of: 'a last name without accents (10,000)',
      text: (round: number) => lastName(round).normalize('NFD').replaceAll(/\p{M}/gu, ''),
    },
    { of: 'a domain (10,000)', text: (round: number) => customer(round).domain },
  ].flatMap(({ of, text }) => [
    { what: `first page, search for ${of}`, path: (round: number) => search(text(round)), msMax: FIRST_PAGE_MS_MAX },
    {
      what: `the same without the total`,
      path: (round: number) => search(text(round), WITHOUT_TOTAL),
      msMax: FIRST_PAGE_MS_MAX,
    },
  ]),
  {
    what: 'first page, search for a last name (10,000), largest first',
    path: (round) => search(lastName(round), { sort: 'totalAmount:desc' }),
    msMax: FIRST_PAGE_MS_MAX,
  },
  {
    what: 'first page, search for a word of every invoice, without the total',
    path: () => search('services', WITHOUT_TOTAL),
    msMax: FIRST_PAGE_MS_MAX,
  },
  ...['totalAmount', 'totalAmount:desc', 'dueDate', 'createdDate', 'invoiceNumber'].flatMap((sort) => [
    { what: `first page by ${sort}`, path: () => list({ sort }), msMax: FIRST_PAGE_MS_MAX },
    {
      what: `first page of open invoices by ${sort}`,
      path: () => list({ sort, status: 'CREATED,SENT,PARTIAL,PENDING' }),
      msMax: FIRST_PAGE_MS_MAX,
    },
  ]),
  { what: 'first page of overdue invoices (200,000)', path: () => list({ overdue: 'true', ...WITHOUT_TOTAL }) },
  { what: 'first page of overdue invoices with the total', path: () => list({ overdue: 'true' }) },
  ...FILTERS.flatMap(({ of, query }) => [
    { what: `first page of ${of}`, path: (round: number) => list(query(round)), msMax: FIRST_PAGE_MS_MAX },
    {
      what: 'the same without the total',
      path: (round: number) => list({ ...query(round), ...WITHOUT_TOTAL }),
      msMax: FIRST_PAGE_MS_MAX,
    },
  ]),
  {
    what: 'first page in the usual language (all), without the total',
    path: () => list({ language: 'en-US', ...WITHOUT_TOTAL }),
    msMax: FIRST_PAGE_MS_MAX,
  },
  { what: 'counts of all views', path: () => '/portal/v1/invoice-list/counts' },
  { what: 'what needs attention (200,000 overdue)', path: () => '/portal/v1/attention', msMax: FIRST_PAGE_MS_MAX },
  { what: 'the activity of an invoice', path: (round) => `/portal/v1/invoices/${anyNumber(round)}/activity` },
  { what: 'sums of all invoices', path: () => '/portal/v1/invoice-list/sums' },
  { what: 'sums of open invoices', path: () => '/portal/v1/invoice-list/sums?status=CREATED,SENT,PARTIAL,PENDING' },
  {
    what: 'sums of a search (10,000 matches)',
    path: (round) => `/portal/v1/invoice-list/sums?${new URLSearchParams({ search: lastName(round) })}`,
  },
]

function emailOf(number: number): string {
  const { local, domain } = seedName(number % CUSTOMERS)
  return `${local}${Math.floor(number / CUSTOMERS)}@${domain}`
}

type Target = { readonly url: string; readonly key: string }

/** One request at a time, each for something else: 95 of 100 take less. */
async function percentileMs({ url, key }: Target, path: (round: number) => string, queries = QUERIES): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const tookMs: number[] = []
  for (let round = -WARM_UP; round < queries; round += 1) {
    const startedAt = performance.now()
    await get(`${url}${path(round + WARM_UP)}`, key, agent)
    if (round >= 0) tookMs.push(performance.now() - startedAt)
  }
  agent.destroy()
  return tookMs.sort((a, b) => a - b)[Math.floor(queries * 0.95)] ?? 0
}

async function get(address: string, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    startRequest(address, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}.`))
      response.resume().once('end', resolve)
    })
      .once('error', reject)
      .end()
  })
}
