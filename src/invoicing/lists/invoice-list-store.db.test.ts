import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { anInvoice } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { storeInvoices } from '../../../test/support/data/stored-invoices.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { Database } from '../../platform/postgres/database.ts'
import { INVOICE_STATUSES, type Invoice } from '../rules/invoice.ts'
import { type InvoiceFilters, type InvoiceListQuery, SORT_KEYS } from './invoice-list.ts'
import { listInvoices } from './invoice-list-store.ts'

const url = new URL(await createTestDatabase())
const database = new Database(url.href, pino({ level: 'silent' }))
fileResources.defer(() => database.close())
// PostgreSQL reads small tables as a whole, or by another index: the second database must use that of searches.
await database.pool.query(`alter table invoices drop constraint invoices_pkey cascade,
  drop constraint invoices_organization_id_invoice_number_key`)
await database.pool.query('drop index invoices_status, invoices_created, invoices_due, invoices_email')
const indexed = new Database(
  Object.assign(new URL(url), { search: '?options=-c%20enable_seqscan%3Doff' }).href,
  pino({ level: 'silent' }),
)
fileResources.defer(() => indexed.close())

/** Few of each, so that many are equal in something and most filters find some. */
const instants = ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000001Z', '2026-03-02T12:00:00Z'].map((text) =>
  Temporal.Instant.from(text),
)
const days = ['2026-03-01', '2026-03-31', '2027-01-01'].map((text) => Temporal.PlainDate.from(text))
const emails = ['ada@example.com', 'ADA@Example.com', 'ada+x@example.com', 'zoë@example.com']
const texts = ['Ada', 'ÉCLAIR', '100%', '1000', 'a_b', 'axb', 'back\\slash', 'Ada\nLovelace']
const searches = ['ada', 'éclair', '100%', 'a_b', '%', '_', '\\', '1', 'example', 'n-2', 'ada\x1fb']

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const anyInvoice = fc.record({
  status: fc.constantFrom(...INVOICE_STATUSES),
  createdAt: fc.constantFrom(...instants),
  currency: fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'),
  minor: fc.constantFrom(0n, 1n, 10n, 100n, 1_000n, 10_000n, 10n ** 19n),
  dueOn: fc.constantFrom(...days),
  name: optional(texts),
  email: optional(emails),
  companyName: optional(texts),
  description: optional(texts),
})
/** Seldom enough that several together still find something. */
const seldom = <T>(values: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) })
const filters: fc.Arbitrary<InvoiceFilters> = fc.record({
  status: seldom(INVOICE_STATUSES),
  customerEmail: seldom(['ada@EXAMPLE.com', 'ada', 'ZOË@example.com', '%']),
  createdFrom: seldom([...instants, Temporal.Instant.from('2026-03-01T00:00:00.0000005Z')]),
  createdBefore: seldom([...instants, Temporal.Instant.from('2026-03-01T00:00:00.0000005Z')]),
  dueFrom: seldom(days),
  dueTo: seldom(days),
  search: seldom(searches),
})
const none: InvoiceFilters = {
  status: undefined,
  customerEmail: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
  dueFrom: undefined,
  dueTo: undefined,
  search: undefined,
}
const statusOnly = filters.map(({ status }) => ({ ...none, status }))
const query = fc.record({
  filters: fc.oneof(fc.constant(none), statusOnly, filters),
  sort: fc.option(fc.record({ key: fc.constantFrom(...SORT_KEYS), isDescending: fc.boolean() }), {
    nil: undefined,
  }),
  limit: fc.integer({ min: 1, max: 20 }),
  offset: fc.integer({ min: 0, max: 30 }),
})
const merchants = fc.array(fc.array(anyInvoice, { maxLength: 12 }), { minLength: 1, maxLength: 3 })

let runs = 0

test('all pages together equal a plain search in the same order, for a merchant and a partner', async () => {
  await fc.assert(
    fc.asyncProperty(merchants, fc.array(query, { maxLength: 4 }), async (given, queries) => {
      runs += 1
      const partner = `partner${runs}`
      const all = await stored(partner, given)

      for (const asked of queries) {
        await compare({ organizationId: partner, type: 'partner' }, all, asked)
        const merchant = `${partner}-0`
        const own = all.filter(({ organizationId }) => organizationId === merchant)
        await compare({ organizationId: merchant, type: 'merchant' }, own, asked)
      }
    }),
    { seed, numRuns: isLongRun ? 1_000 : 40 },
  )
})

test('filters accept instants outside of the database’s range', async () => {
  const all = await stored('bounds', [[{}, {}]])
  const far = {
    ...none,
    createdFrom: Temporal.Instant.from('-000001-01-01T00:00:00Z'),
    createdBefore: Temporal.Instant.from('+010000-01-01T00:00:00Z'),
  }

  const asked = { organizationId: 'bounds-0', type: 'merchant' } as const
  const page = await listInvoices(database.db, asked, {
    offset: 0,
    limit: 9,
    sort: undefined,
    filters: far,
  })

  expect(page.totalInvoices).toBe(all.length)
})

test('a search uses its index, which includes the organization', async () => {
  await stored('searched', [Array<GivenInvoice>(12).fill({ description: 'Engine parts' })])
  const asked = { organizationId: 'searched-0', type: 'merchant' } as const
  const filters = { ...none, search: 'gine par' }

  const page = await listInvoices(indexed.db, asked, { offset: 0, limit: 9, sort: undefined, filters })

  expect(page.totalInvoices).toBe(12)
  const uses = async () => {
    const { rows } = await database.pool.query<{ uses: bigint }>(
      `select idx_scan as uses from pg_stat_user_indexes where indexrelname = 'invoices_search'`,
    )
    return Number(rows[0]?.uses)
  }
  await expect.poll(uses).toBeGreaterThan(0)
})

test('a page far past the end of a partner’s list reads no invoice', async () => {
  const all = await stored('deep', [[{}, {}], [{}]])
  const end = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = database.transaction(async (tx) => {
    await sql`lock table invoices in access exclusive mode`.execute(tx)
    locked.resolve()
    await end.promise
  })
  await locked.promise

  const asked = { organizationId: 'deep', type: 'partner' } as const
  const query = { offset: Number.MAX_SAFE_INTEGER, limit: 9, sort: undefined, filters: none }
  const page = await listInvoices(database.db, asked, query)

  expect(page).toEqual({ totalInvoices: all.length, invoices: [] })
  end.resolve()
  await holding
})

type GivenInvoice = Partial<typeof anyInvoice extends fc.Arbitrary<infer T> ? T : never>

/** Merchants below a partner with their invoices, and a stranger with the same. */
async function stored(partner: string, given: readonly (readonly GivenInvoice[])[]): Promise<readonly Invoice[]> {
  await anOrganization({ database }, partner, { type: 'partner' })
  await anOrganization({ database }, `${partner}-stranger`)
  const all = given.map((invoices, index) => invoicesOf(`${partner}-${index}`, invoices))
  for (const index of all.keys()) {
    await anOrganization({ database }, `${partner}-${index}`, { parentId: partner })
  }
  const strange = invoicesOf(`${partner}-stranger`, given.flat())
  await storeInvoices(database, [...all.flat(), ...strange])
  return all.flat()
}

function invoicesOf(organizationId: string, given: readonly GivenInvoice[]): readonly Invoice[] {
  return given.map(({ minor = 1n, currency = 'USD', dueOn, name, email, ...rest }, index) => {
    const total = { minor, currency }
    const { companyName, description, status, createdAt } = rest
    return anInvoice({
      organizationId,
      position: index + 1,
      // The order of numbers differs from all others.
      invoiceNumber: `N-${(index * 7) % 37}`,
      status: status ?? 'DRAFT',
      ...(createdAt && { createdAt }),
      balance: status === 'PAID' ? { minor: 0n, currency } : total,
      reserved: { minor: 0n, currency },
      terms: {
        description,
        ...(dueOn && { dueOn }),
        customer: { name, email, companyName },
        amounts: { total },
      },
    })
  })
}

async function compare(
  asked: Parameters<typeof listInvoices>[1],
  invoices: readonly Invoice[],
  query: InvoiceListQuery,
): Promise<void> {
  const expected = plainSearch(invoices, query, asked.type).map(nameOf)
  const listed: string[] = []
  for (let offset = 0; offset === 0 || offset < expected.length; offset += query.limit) {
    const page = await listInvoices(database.db, asked, { ...query, offset })
    expect(page.totalInvoices).toBe(expected.length)
    listed.push(...page.invoices.map(nameOf))
  }
  const anywhere = await listInvoices(indexed.db, asked, query)

  expect(listed).toEqual(expected)
  expect(anywhere.totalInvoices).toBe(expected.length)
  expect(anywhere.invoices.map(nameOf)).toEqual(expected.slice(query.offset, query.offset + query.limit))
}

const nameOf = (invoice: Pick<Invoice, 'organizationId' | 'invoiceNumber'>) =>
  `${invoice.organizationId} ${invoice.invoiceNumber}`

type Comparison = (a: Invoice, b: Invoice) => number
const order = <T>(a: T, b: T): number => (a < b ? -1 : Number(a > b))
const numberOf = ({ terms }: Invoice): bigint => {
  const { minor, currency } = terms.amounts.total
  return minor * 10n ** BigInt(4 - (decimalsOfCurrency(currency) ?? 0))
}
const COMPARISONS: Readonly<Record<(typeof SORT_KEYS)[number], Comparison>> = {
  createdDate: (a, b) => Temporal.Instant.compare(a.createdAt, b.createdAt),
  dueDate: (a, b) => Temporal.PlainDate.compare(a.terms.dueOn, b.terms.dueOn),
  invoiceNumber: (a, b) => order(a.invoiceNumber, b.invoiceNumber),
  totalAmount: (a, b) => order(numberOf(a), numberOf(b)),
}

/** A plain implementation of the list, without a database. */
function plainSearch(
  invoices: readonly Invoice[],
  { filters: asked, sort }: InvoiceListQuery,
  type: string,
): readonly Invoice[] {
  const key = sort?.key ?? (type === 'merchant' ? undefined : 'createdDate')
  const sign = (sort?.isDescending ?? true) ? -1 : 1
  return invoices
    .filter((invoice) => fits(invoice, asked))
    .sort(
      (a, b) =>
        (key === undefined ? 0 : sign * COMPARISONS[key](a, b)) ||
        order(a.organizationId, b.organizationId) ||
        sign * (a.position - b.position),
    )
}

function fits({ status, createdAt, invoiceNumber, terms }: Invoice, asked: InvoiceFilters): boolean {
  const { customer, dueOn, description } = terms
  const { compare: compareDates } = Temporal.PlainDate
  const { compare: compareInstants } = Temporal.Instant
  const parts = [invoiceNumber, customer.name, customer.email, customer.companyName, description]
  return (
    (asked.status === undefined || status === asked.status) &&
    (asked.customerEmail === undefined || customer.email?.toLowerCase() === asked.customerEmail.toLowerCase()) &&
    (asked.createdFrom === undefined || compareInstants(createdAt, asked.createdFrom) >= 0) &&
    (asked.createdBefore === undefined || compareInstants(createdAt, asked.createdBefore) < 0) &&
    (asked.dueFrom === undefined || compareDates(dueOn, asked.dueFrom) >= 0) &&
    (asked.dueTo === undefined || compareDates(dueOn, asked.dueTo) <= 0) &&
    (asked.search === undefined ||
      parts.some((part) => part?.toLowerCase().includes(asked.search?.toLowerCase() ?? '')))
  )
}
