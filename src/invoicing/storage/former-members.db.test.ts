import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoice, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { storeInvoices } from '../../../test/support/data/stored-invoices.ts'
import { type InvoicingApp, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { CURRENCIES } from '../../kernel/currency.ts'
import { formatMoney } from '../../kernel/money.ts'
import { readPerson } from '../../kernel/person.ts'
import { readMigrations } from '../../platform/files/migration-files.ts'
import { enqueueInvoiceJobs, invoiceJobs, invoicesHolder } from '../index.ts'
import { type CleanupCursor, dropFormerMembersTrigger, removeFormerMembers } from './former-members-store.ts'

let app: InvoicingApp
beforeEach(async () => {
  app = await startApp({ with: [invoicingClients] })
  await anOrganization(app, 'earlier')
  await app.database.pool.query(MIGRATION?.sql ?? '')
})

/** The test database is a new installation, for which it did nothing. */
const MIGRATION = readMigrations().find(({ name }) => name === '0022_invoice_former_members')

/** Jobs that are due in a minute are due at once by this clock. */
const machineClock = settableClock('2020-01-01T00:00:00Z')
const START: CleanupCursor = { organizationId: '', position: 0 }

/** The terms of an invoice as the former version wrote them. */
const formerTerms = (position: number) => ({
  customer: {
    ...{ name: `Ada ${position}`, firstName: 'Ada', lastName: 'Lovelace', email: `ada${position}@example.com` },
    ...{ merchantCustomerId: 'C-1', companyName: 'Engines' },
  },
  isPhoneRequested: false,
  isShippingRequested: true,
  description: 'Engine parts',
  dueOn: '2026-04-01',
  canPayPartially: true,
  deliveryMode: 'email',
  amounts: { total: '12.50', subAmount: '12.50', tax: {}, freight: {} },
  lines: [],
  customFieldValues: [],
})

/** Puts rows of the former version into the database, by the statement with which it inserted them. */
async function storeFormerInvoices(organizationId: string, count: number): Promise<void> {
  await anOrganization(app, organizationId)
  for (let position = 1; position <= count; position += 1) {
    await app.database.pool.query(
      `insert into invoices (organization_id, position, invoice_number, status, version, created_at, submitted_at,
        published_at, currency, total_minor, balance_minor, reserved_minor, due_on, customer_name, customer_email,
        payment_token, terms, client_reference)
      values ($1, $2, $3, 'SENT', 1, now(), now(), now(), 'USD', '1250', '1250', '0', '2026-04-01', $4, $5,
        $6, $7, '{}')`,
      [
        ...[organizationId, position, `F${position}`, `Ada ${position}`, `ada${position}@example.com`],
        ...[`${organizationId}${position}`.padEnd(64, '-'), JSON.stringify(formerTerms(position))],
      ],
    )
  }
  await app.database.pool.query('insert into invoice_counters values ($1, $2, 0)', [organizationId, count])
}

async function storedTermsOf(organizationId: string): Promise<readonly ReturnType<typeof formerTerms>[]> {
  const { rows } = await app.database.pool.query(
    'select terms from invoices where organization_id = $1 order by position',
    [organizationId],
  )
  return rows.map(({ terms }) => terms)
}

/** How many rows repeat a column in their terms. */
async function countFormer(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: bigint }>(
    `select count(*) from invoices where terms ? 'dueOn' or terms -> 'amounts' ? 'total'
      or terms -> 'customer' ?| array['name', 'email']`,
  )
  return Number(rows[0]?.count)
}

/** What the other nodes see of a node of the former version. */
async function startFormerNode(): Promise<pg.Client> {
  const connectionString = app.database.pool.options.connectionString
  const node = new pg.Client({ connectionString, application_name: 'quittance presence' })
  await node.connect()
  return node
}

async function runJobs(): Promise<void> {
  const url = app.database.pool.options.connectionString ?? ''
  const handlers = invoiceJobs({ database: app.database, machineClock, log: silentLog })
  const node = await startQueueNode({ url, database: app.database }, handlers)
  onTestFinished(node.stop)
}

test('while the former version may run, it can read what is created and changed', async () => {
  const shop = await app.merchant('shop')
  const { id } = (await shop.create(anInvoiceBody())).body
  const [created] = await storedTermsOf('shop')
  const changed = { name: 'Charles', email: 'charles@example.com' }

  await shop.update(id, anInvoiceBody({ customerInformation: changed, invoiceInformation: { dueDate: '2026-05-02' } }))

  const [updated] = await storedTermsOf('shop')
  expect(created).toMatchObject({
    customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    amounts: { total: '100.00' },
    dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(updated).toMatchObject({ customer: changed, amounts: { total: '100.00' }, dueOn: '2026-05-02' })
})

test('the former version reads the exact total in every currency', async () => {
  await anOrganization(app, 'shop')
  const minors = [0n, 7n, 123_456n, 99_999_999_999_999_999_999n]
  const totals = CURRENCIES.flatMap((currency) => minors.map((minor) => ({ minor, currency })))

  await storeInvoices(
    app.database,
    totals.map((total, index) =>
      anInvoice({ position: index + 1, invoiceNumber: String(index + 1), terms: { amounts: { total } } }),
    ),
  )

  const stored = await storedTermsOf('shop')
  expect(stored.map(({ amounts }) => amounts.total)).toEqual(totals.map(formatMoney))
})

test('rows that the former version writes stay as it wrote them while it runs', async () => {
  await storeFormerInvoices('former', 2)

  expect(await storedTermsOf('former')).toEqual([formerTerms(1), formerTerms(2)])
})

test('nothing is removed while a node of the former version runs; then everything is, in the background', async () => {
  await storeFormerInvoices('former', 3)
  const shop = await app.merchant('shop')
  const { id } = (await shop.create(anInvoiceBody())).body
  const before = await shop.get(id)
  const formerNode = await startFormerNode()
  onTestFinished(() => formerNode.end())
  const job = { database: app.database, machineClock, log: silentLog }
  const retire = invoiceJobs(job)['retire-invoice-former-members']

  await retire?.({ isSecondLook: true }, new AbortController().signal)
  const whileFormerRuns = await countFormer()
  await formerNode.end()
  await enqueueInvoiceJobs(app)
  await runJobs()
  await eventually(async () => (await countFormer()) === 0)

  expect(whileFormerRuns).toBe(4)
  const { id: later } = (await shop.create(anInvoiceBody())).body
  expect(await countFormer()).toBe(0)
  expect((await shop.get(id)).body).toEqual(before.body)
  expect((await shop.get(later)).status).toBe(200)
  const [first] = await storedTermsOf('former')
  const { dueOn: _dueOn, amounts, customer, ...same } = formerTerms(1)
  const { total: _total, ...otherAmounts } = amounts
  const { name: _name, email: _email, ...otherCustomer } = customer
  expect(first).toEqual({ ...same, amounts: otherAmounts, customer: otherCustomer })
})

test('a new installation never stores the form of the former version', async () => {
  app = await startApp({ with: [invoicingClients] })

  await (await app.merchant('shop')).create(anInvoiceBody())

  expect(await countFormer()).toBe(0)
})

test('one look that finds no former node is not enough', async () => {
  await storeFormerInvoices('former', 1)
  const retire = invoiceJobs({ database: app.database, machineClock, log: silentLog })['retire-invoice-former-members']

  await retire?.({}, new AbortController().signal)
  await (await app.merchant('shop')).create(anInvoiceBody())

  expect(await countFormer()).toBe(2)
})

test('the removal goes on where it stopped, a bounded number of rows at a time, over all organizations', async () => {
  await storeFormerInvoices('one', 3)
  await storeFormerInvoices('two', 2)
  const { database } = app
  await database.transaction(dropFormerMembersTrigger)
  const step = (after: CleanupCursor) => database.transaction((tx) => removeFormerMembers(tx, { after, rowsMax: 2 }))

  const first = await step(START)
  const left = [await countFormer()]
  const interrupted = database.transaction(async (tx) => {
    await removeFormerMembers(tx, { after: first ?? START, rowsMax: 2 })
    throw new Error('The node was killed.')
  })
  await expect(interrupted).rejects.toThrow('killed')
  left.push(await countFormer())
  await step(START)
  const second = await step(first ?? START)
  left.push(await countFormer())
  const third = await step(second ?? START)
  const end = await step(third ?? START)

  expect([first, second, third, end]).toEqual([
    { organizationId: 'one', position: 2 },
    { organizationId: 'two', position: 1 },
    { organizationId: 'two', position: 2 },
    undefined,
  ])
  expect(left).toEqual([3, 3, 1])
  expect(await countFormer()).toBe(0)
})

test('the person of a row of the former version is found and erased, before and after the removal', async () => {
  await storeFormerInvoices('former', 4)
  const holder = invoicesHolder({ ...app, db: app.database })
  const soughtBy = (who: { readonly emails?: string[]; readonly customerIds?: string[] }) => ({
    organizationId: 'former',
    organizationIds: ['former'],
    person: readPerson({ emails: [], phones: [], customerIds: [], ...who }),
  })

  const before = await holder.erase(soughtBy({ emails: ['ada1@example.com'] }), aTester)
  await app.database.transaction(async (tx) => {
    await dropFormerMembersTrigger(tx)
    await removeFormerMembers(tx, { after: START, rowsMax: 100 })
  })
  const after = await holder.erase(soughtBy({ emails: ['ada2@example.com'] }), aTester)
  const byCustomerId = await holder.erase(soughtBy({ customerIds: ['C-1'] }), aTester)

  expect([before, after, byCustomerId].map(({ counts }) => counts['invoices'])).toEqual([1, 1, 2])
  const { rows } = await app.database.pool.query<{ row: string }>(
    'select to_jsonb(invoices)::text as row from invoices',
  )
  expect(rows).toHaveLength(4)
  expect(JSON.stringify(rows)).not.toMatch(/\b(ada|lovelace|engine)/i)
})
