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
import { type Decimal, differenceOf, parseDecimal } from '../../kernel/decimal.ts'
import { foldedText } from '../../kernel/folded-text.ts'
import { decimalOfMoney, type Money, plus, zero } from '../../kernel/money.ts'
import { Database } from '../../platform/postgres/database.ts'
import { DELIVERY_MODES, INVOICE_STATUSES, type Invoice } from '../rules/invoice.ts'
import { exportInvoices } from './invoice-export-store.ts'
import { type InvoiceFilters, type InvoiceListQuery, OPEN_STATUSES, SORT_KEYS } from './invoice-list.ts'
import { listInvoices } from './invoice-list-store.ts'
import { type InvoiceSum, sumInvoices } from './invoice-sum-store.ts'

const url = new URL(await createTestDatabase())
const database = new Database(url.href, pino({ level: 'silent' }))
fileResources.defer(() => database.close())
// PostgreSQL reads small tables as a whole, or by another index: the second database must use that of searches.
await database.pool.query(`alter table invoices drop constraint invoices_pkey cascade,
  drop constraint invoices_organization_id_invoice_number_key`)
await database.pool.query(`drop index invoices_status, invoices_status_created, invoices_status_due,
  invoices_status_number, invoices_status_amount, invoices_created, invoices_email`)
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
const texts = ['Ada', 'ÉCLAIR', '100%', '1000', 'a_b', 'axb', 'back\\slash', 'Ada\nLovelace', '田中']
const searches = [
  'ada\nb',
  ...'ada ÉCLAIR eclair 100% a_b % _ \\ 1 example n-2 中 ada@example zoe@example.com'.split(' '),
]

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const anyInvoice = fc.record({
  status: fc.constantFrom(...INVOICE_STATUSES),
  createdAt: fc.constantFrom(...instants),
  currency: fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'),
  minor: fc.constantFrom(0n, 1n, 10n, 100n, 1_000n, 10_000n, 10n ** 19n),
  dueOn: fc.constantFrom(...days),
  deliveryMode: fc.constantFrom(...DELIVERY_MODES),
  name: optional(texts),
  email: optional(emails),
  companyName: optional(texts),
  description: optional(texts),
  deliveryLanguage: optional(['de-DE', 'en-US'] as const),
  customFieldValues: fc.subarray([
    { definitionId: 1, value: 'Apollo' },
    { definitionId: 2, value: 'apollo' },
    { definitionId: 3, value: 'Apollo' },
  ]),
})
/** Seldom enough that several together still find something. */
const seldomly = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const seldom = <T>(values: readonly T[]) => seldomly(fc.constantFrom(...values))
const amounts = ['0', '0.0001', '0.1', '1', '1.00', '10.00000001', '1000000000000000000'].map(
  (text) => parseDecimal(text) ?? { units: 0n, scale: 0 },
)
const referenceOf = (number: number) => ({ organizationId: undefined, invoiceNumber: `N-${number}` })
const filters: fc.Arbitrary<InvoiceFilters> = fc.record({
  invoices: seldomly(fc.array(fc.integer({ min: 0, max: 37 }).map(referenceOf), { minLength: 1, maxLength: 30 })),
  undelivered: fc.constant(undefined),
  statuses: seldomly(fc.subarray([...INVOICE_STATUSES])),
  overdue: seldomly(fc.record({ isWanted: fc.boolean(), today: fc.constantFrom(...days) })),
  deliveryMode: seldom(DELIVERY_MODES),
  customerEmail: seldom(['ada@EXAMPLE.com', 'ada', 'ZOË@example.com', '%']),
  createdFrom: seldom([...instants, Temporal.Instant.from('2026-03-01T00:00:00.0000005Z')]),
  createdBefore: seldom([...instants, Temporal.Instant.from('2026-03-01T00:00:00.0000005Z')]),
  dueFrom: seldom(days),
  dueTo: seldom(days),
  amountFrom: seldom(amounts),
  amountTo: seldom(amounts),
  currency: seldom(['USD', 'JPY', 'EUR']),
  language: seldom(['de-DE', 'en-US', 'ja-JP'] as const),
  customFields: seldom([
    [{ name: 'PROJECT', value: 'Apollo' }],
    [{ name: 'Project', value: 'apollo' }],
    [
      { name: 'Project', value: 'Apollo' },
      { name: 'Other', value: 'Apollo' },
    ],
    [{ name: 'Unknown', value: 'Apollo' }],
  ]),
  search: seldom(searches),
})
const none: InvoiceFilters = {
  ...{ invoices: undefined, undelivered: undefined, statuses: undefined, overdue: undefined, deliveryMode: undefined },
  ...{ customerEmail: undefined, createdFrom: undefined, createdBefore: undefined, dueFrom: undefined },
  ...{ dueTo: undefined, amountFrom: undefined, amountTo: undefined, currency: undefined, language: undefined },
  ...{ customFields: undefined, search: undefined },
}
const keptOnly = filters.map(({ statuses, currency }) => ({ ...none, statuses, currency }))
const overdueOnly = filters.map(({ overdue }) => ({ ...none, overdue }))
const searchOnly = filters.map(({ search }) => ({ ...none, search }))
const query = fc.record({
  filters: fc.oneof(fc.constant(none), keptOnly, overdueOnly, searchOnly, filters),
  isTotalIncluded: fc.boolean(),
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
    ...{ offset: 0, limit: 9, sort: undefined, isTotalIncluded: true },
    filters: far,
  })

  expect(page.totalInvoices).toBe(all.length)
})

test('a search uses its index, which includes the organization', async () => {
  await stored('searched', [Array<GivenInvoice>(12).fill({ description: 'Engine parts' })])
  const asked = { organizationId: 'searched-0', type: 'merchant' } as const
  const filters = { ...none, search: 'gine par' }

  const query = { offset: 0, limit: 9, sort: undefined, isTotalIncluded: true, filters }
  const page = await listInvoices(indexed.db, asked, query)

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
  const query = { offset: Number.MAX_SAFE_INTEGER, limit: 9, sort: undefined, isTotalIncluded: true, filters: none }
  const page = await listInvoices(database.db, asked, query)

  expect(page).toEqual({ totalInvoices: all.length, hasMore: false, invoices: [] })
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
  for (const index of all.keys()) await prepareMerchant(`${partner}-${index}`, index)
  return all.flat()
}

/** The labels of the custom fields 1, 2 and 3: other merchants have other ones. */
const labelsOf = (merchant: number) =>
  merchant === 0 ? ['Project', 'project', 'Other'] : ['Other', 'Project', 'Project']
const settingOf = (merchant: number) => (merchant === 0 ? 'ja-JP' : 'en-US')

async function prepareMerchant(organizationId: string, index: number): Promise<void> {
  await database.pool.query(
    `insert into custom_field_definitions (organization_id, definition_id, reference_type, field_type, label,
        customer_visible, read_only, data_index, created_at, deleted_at)
      select $1, id, 'Invoice', 'Text', label, true, false, id, now(), case id when 2 then now() end
      from unnest($2::text[]) with ordinality as given (label, id)`,
    [organizationId, labelsOf(index)],
  )
  if (index > 0) return
  await database.pool.query(
    `insert into invoice_settings (organization_id, settings, submitted_at)
      values ($1, jsonb_build_object('deliveryLanguage', $2::text), now())`,
    [organizationId, settingOf(index)],
  )
}

function invoicesOf(organizationId: string, given: readonly GivenInvoice[]): readonly Invoice[] {
  return given.map(({ minor = 1n, currency = 'USD', dueOn, name, email, ...rest }, index) => {
    const total = { minor, currency }
    const { companyName, description, status, createdAt, deliveryMode, deliveryLanguage, customFieldValues } = rest
    // The order of numbers differs from all others.
    const invoiceNumber = `N-${(index * 7) % 37}`
    return anInvoice({
      organizationId,
      position: index + 1,
      invoiceNumber,
      status: status ?? 'DRAFT',
      ...(createdAt && { createdAt }),
      balance: status === 'PAID' ? { minor: 0n, currency } : total,
      reserved: { minor: 0n, currency },
      terms: {
        ...{ description, deliveryLanguage },
        ...(deliveryMode && { deliveryMode }),
        ...(dueOn && { dueOn }),
        customer: { name, email, companyName },
        amounts: { total },
        ...(customFieldValues && { customFieldValues }),
      },
    })
  })
}

async function compare(
  asked: Parameters<typeof listInvoices>[1],
  invoices: readonly Invoice[],
  query: InvoiceListQuery,
): Promise<void> {
  const found = plainSearch(invoices, query, asked.type)
  const expected = found.map(nameOf)
  const total = query.isTotalIncluded ? expected.length : undefined
  const listed: string[] = []
  for (let offset = 0; offset === 0 || offset < expected.length; offset += query.limit) {
    const page = await listInvoices(database.db, asked, { ...query, offset })
    expect([page.totalInvoices, page.hasMore]).toEqual([total, offset + query.limit < expected.length])
    listed.push(...page.invoices.map(nameOf))
  }
  // Most matches are behind the invoices that are tried first.
  const anywhere = await listInvoices(indexed.db, asked, query, { walkedForEach: 1 })

  expect(listed).toEqual(expected)
  expect(anywhere.totalInvoices).toBe(total)
  expect(anywhere.invoices.map(nameOf)).toEqual(expected.slice(query.offset, query.offset + query.limit))
  expect(await sumInvoices(database.db, asked, query.filters)).toEqual(plainSums(found))
  expect((await exported(asked, query.filters)).sort()).toEqual(expected.toSorted())
}

/** Invoices of one portion of an export: several are needed. */
const PORTION = 7

async function exported(asked: Parameters<typeof listInvoices>[1], filters: InvoiceFilters): Promise<string[]> {
  const names: string[] = []
  for await (const some of exportInvoices(database.db, asked, filters, PORTION)) {
    expect(some.length).toBeLessThanOrEqual(PORTION)
    names.push(...some.map(nameOf))
  }
  return names
}

function plainSums(invoices: readonly Invoice[]): readonly InvoiceSum[] {
  const groups = Map.groupBy(invoices, ({ balance }) => balance.currency)
  const sumOf = (amounts: readonly Money[], currency: string) => amounts.reduce(plus, zero(currency))
  return [...groups.keys()].sort().map((currency) => {
    const own = groups.get(currency) ?? []
    const totals = own.map(({ terms }) => terms.amounts.total)
    const balances = own
      .filter(({ status }) => OPEN_STATUSES.some((open) => open === status))
      .map(({ balance }) => balance)
    return { currency, count: own.length, total: sumOf(totals, currency), balance: sumOf(balances, currency) }
  })
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

function fits(invoice: Invoice, asked: InvoiceFilters): boolean {
  const { status, createdAt, invoiceNumber, terms } = invoice
  const { customer, dueOn, description } = terms
  const { compare: compareDates } = Temporal.PlainDate
  const { compare: compareInstants } = Temporal.Instant
  const parts = [invoiceNumber, customer.name, customer.email, customer.companyName, description]
  const isOverdue = (today: Temporal.PlainDate) => OPEN_STATUSES.includes(status) && compareDates(dueOn, today) < 0
  return (
    isMeant(invoice, asked) &&
    (asked.statuses === undefined || asked.statuses.includes(status)) &&
    (asked.overdue === undefined || isOverdue(asked.overdue.today) === asked.overdue.isWanted) &&
    (asked.customerEmail === undefined || customer.email?.toLowerCase() === asked.customerEmail.toLowerCase()) &&
    (asked.createdFrom === undefined || compareInstants(createdAt, asked.createdFrom) >= 0) &&
    (asked.createdBefore === undefined || compareInstants(createdAt, asked.createdBefore) < 0) &&
    (asked.dueFrom === undefined || compareDates(dueOn, asked.dueFrom) >= 0) &&
    (asked.dueTo === undefined || compareDates(dueOn, asked.dueTo) <= 0) &&
    hasAmount(invoice, asked) &&
    (asked.currency === undefined || terms.amounts.total.currency === asked.currency) &&
    (asked.language === undefined || languageOf(invoice) === asked.language) &&
    (asked.customFields ?? []).every(({ name, value }) => hasCustomField(invoice, name, value)) &&
    (asked.search === undefined ||
      parts.some((part) => part !== undefined && foldedText(part).includes(foldedText(asked.search ?? ''))))
  )
}

function isMeant({ invoiceNumber, terms }: Invoice, { invoices, deliveryMode = terms.deliveryMode }: InvoiceFilters) {
  if (deliveryMode !== terms.deliveryMode) return false
  return invoices === undefined || invoices.some((named) => named.invoiceNumber === invoiceNumber)
}

function hasAmount({ terms }: Invoice, { amountFrom, amountTo }: InvoiceFilters): boolean {
  const total = decimalOfMoney(terms.amounts.total)
  const isAtLeast = (a: Decimal, b: Decimal) => differenceOf(a, b).units >= 0n
  return (
    (amountFrom === undefined || isAtLeast(total, amountFrom)) && (amountTo === undefined || isAtLeast(amountTo, total))
  )
}

const merchantOf = ({ organizationId }: Invoice) => Number(organizationId.split('-').at(-1))

function languageOf(invoice: Invoice): string {
  return invoice.terms.deliveryLanguage ?? settingOf(merchantOf(invoice))
}

function hasCustomField(invoice: Invoice, name: string, value: string): boolean {
  return invoice.terms.customFieldValues.some(({ definitionId, value: held }) => {
    const label = labelsOf(merchantOf(invoice))[definitionId - 1]
    return held === value && label?.toLowerCase() === name.toLowerCase()
  })
}
