import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aLineBody, anInvoiceBody, usd } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { seededRandom } from '../../../test/support/random/seeded-random.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { type Person, readPerson } from '../../kernel/person.ts'
import { findInvoiceByToken, invoicesErasure, recordPayment } from '../index.ts'
import { recordReminder } from '../invoices/payment-actions.ts'

const app = await startApp({ with: [invoicingClients] })
let holder: ReturnType<typeof invoicesErasure.holder>
beforeAll(async () => {
  holder = invoicesErasure.holder({ ...app, db: app.database })
})

const someone = (given: Partial<Person>) => readPerson({ emails: [], phones: [], customerIds: [], ...given })
const sought = (given: Partial<Person>, ...organizationIds: readonly string[]) => ({
  organizationId: organizationIds[0] ?? '',
  organizationIds,
  person: someone(given),
})

/** A partly paid invoice with all possible personal data. */
const wholeBody = (email: string, customerId: string, customField: number) =>
  anInvoiceBody({
    customerInformation: {
      ...{ name: 'Jane Doe', firstName: 'Jane', lastName: 'Doe', email },
      ...{ merchantCustomerId: customerId, company: { name: 'Doe & Daughters' } },
    },
    invoiceInformation: {
      ...{ description: 'For Jane, as agreed', transactionReferenceNumber: 'R1' },
      ...{ sendImmediately: true, allowPartialPayments: true },
    },
    orderInformation: { lineItems: [aLineBody()] },
    merchantDefinedFieldValues: [{ definitionId: customField, value: 'room of Jane' }],
  })

async function aCustomField(shop: Client): Promise<number> {
  const body = { fieldType: 'Text', label: 'Room', merchantDefinedDataIndex: 1 }
  const { body: definitions } = await shop.call('POST', '/Invoice/merchantDefinedFields', body)
  return definitions[0].id
}

/** Everything that PostgreSQL stores about invoices, with events and mails. */
async function everything(organizationIds: readonly string[]) {
  const tables = [
    ...['invoices', 'invoice_history', 'invoice_counters', 'invoice_status_counts'],
    ...['events', 'mail_outbox', 'custom_field_definitions'],
  ]
  const rows = tables.map(async (table) => {
    const { rows: found } = await app.database.pool.query<{ row: string }>(
      `select to_jsonb(${table})::text as row from ${table}
        where organization_id = any($1) order by row`,
      [organizationIds],
    )
    return [table, found.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

test('an erased invoice keeps number, place, status, amounts, items and history, but no person', async () => {
  const shop = await app.merchant('shop')
  const created = await shop.create(wholeBody('jane@example.org', 'C1', await aCustomField(shop)))
  const { id, invoiceInformation } = created.body
  const token = /pay\/([\w-]{64})/.exec(invoiceInformation.paymentLink)?.[1] ?? ''
  await app.database.transaction((tx) =>
    recordPayment(
      tx,
      app,
      { organizationId: 'shop', by: aTester },
      {
        ...{ invoiceNumber: id, amount: usd('40.00') },
        ...{ transactionId: 'T1', origin: 'external' as const },
      },
    ),
  )
  const before = await shop.get(id)

  const found = await holder.find(sought({ customerIds: ['C1'] }, 'shop'))
  const erased = await holder.erase(sought({ customerIds: ['C1'] }, 'shop'), aTester)

  const after = await shop.get(id)
  const { customerInformation: _who, merchantDefinedFieldValuesWithDefinition: _own } = before.body
  const { description: _what, paymentLink: _link, ...information } = before.body.invoiceInformation
  expect(erased).toEqual({
    counts: { invoices: 1, events: 2, mails: 1 },
    remaining: [],
  })
  expect(found).toEqual(erased)
  const { customerInformation, merchantDefinedFieldValuesWithDefinition, ...kept } = after.body
  expect([customerInformation, merchantDefinedFieldValuesWithDefinition]).toEqual([undefined, undefined])
  expect(kept).toEqual({
    ...before.body,
    // Nobody is left to whom it could be sent.
    _links: { self: before.body._links.self },
    customerInformation: undefined,
    merchantDefinedFieldValuesWithDefinition: undefined,
    invoiceInformation: {
      ...information,
      deliveryMode: 'None',
      paymentLink: expect.not.stringContaining(token),
    },
  })
  expect(after.headers['etag']).toBe('"3"')
  expect(JSON.stringify(await everything(['shop']))).not.toMatch(/\b(jane|doe)/i)
  expect(await findInvoiceByToken(app.database.db, token)).toBeUndefined()
})

test('an erased invoice sends no mail and no reminder, and can get a new customer', async () => {
  const shop = await app.merchant('quiet')
  const body = anInvoiceBody({ invoiceInformation: { sendImmediately: true } })
  const { id } = (await shop.create(body)).body

  await holder.erase(sought({ emails: ['ada@example.com'] }, 'quiet'), aTester)
  const sent = await shop.send(id)
  const reminded = app.database.transaction((tx) =>
    recordReminder(
      tx,
      app,
      { organizationId: 'quiet', by: aTester },
      {
        invoiceNumber: id,
        kind: 'reminder',
      },
    ),
  )

  expect(sent.status).toBe(400)
  await expect(reminded).rejects.toThrow('has no reminders')
  const stale = await shop.update(id, body, { 'if-match': '"1"' })
  expect(stale.status).toBe(412)
  expect((await shop.update(id, body)).status).toBe(200)
})

test('erasing a person below an organization leaves all other invoices and the list unchanged', async () => {
  const random = seededRandom(seed)
  await anOrganization(app, 'chain', { type: 'partner' })
  const shops = {
    one: await app.merchant('one', 'chain'),
    two: await app.merchant('two', 'chain'),
    foreign: await app.merchant('foreign'),
  }
  const emails = ['jane@example.org', 'Jane@Example.ORG', 'joan@example.org', 'jane@example.com']
  const janes: string[] = []
  for (let invoice = 0; invoice < 40; invoice += 1) {
    const name = (['one', 'two', 'foreign'] as const)[random.integer(0, 2)] ?? 'one'
    const email = emails[random.integer(0, 3)] ?? ''
    const sendImmediately = random.isHeads()
    const { body } = await shops[name].create(
      anInvoiceBody({
        customerInformation: { name: `${email} ${invoice}`, email },
        invoiceInformation: { sendImmediately },
      }),
    )
    if (name !== 'foreign' && /^jane@example.org$/i.test(email)) janes.push(`${name} ${body.id}`)
  }
  const all = ['one', 'two', 'foreign']
  const before = await everything(all)
  const listed = await listOf(shops)

  const found = await holder.find(sought({ emails: ['jane@example.org'] }, 'chain', 'one', 'two'))
  expect(await everything(all)).toEqual(before)
  const erased = await holder.erase(sought({ emails: [' JANE@example.org'] }, 'chain', 'one', 'two'), aTester)

  expect(janes.length).toBeGreaterThan(5)
  expect(found.counts['invoices']).toBe(janes.length)
  expect(erased.counts['invoices']).toBe(janes.length)
  expect(await listOf(shops)).toEqual(listed)
  const after = await everything(all)
  const isJanes = (row: string): boolean => {
    const { organization_id, invoice_number, subject } = JSON.parse(row)
    return janes.includes(`${organization_id} ${invoice_number ?? subject.replace('invoice:', '')}`)
  }
  for (const table of ['invoices', 'events', 'mail_outbox']) {
    const others = (rows: readonly string[] = []) => rows.filter((row) => !isJanes(row))
    expect(others(after[table])).toEqual(others(before[table]))
  }
  expect(after['events']?.length).toBe(before['events']?.length)
  for (const table of ['invoice_history', 'invoice_counters', 'invoice_status_counts']) {
    expect(after[table]).toEqual(before[table])
  }
  const again = sought({ emails: ['jane@example.org'] }, 'chain', 'one', 'two')
  expect(await holder.erase(again, aTester)).toEqual({ counts: {}, remaining: [] })
})

/** Numbers, statuses and amounts in their order, and the counts. */
async function listOf(shops: Readonly<Record<string, Client>>) {
  const lists = Object.values(shops).flatMap((shop) =>
    ['/invoices', '/invoices?status=SENT', '/invoices?offset=3&limit=2'].map(async (path) => {
      const { totalInvoices, invoices } = (await shop.call('GET', path)).body
      type Entry = { id: string; status: string; orderInformation: unknown; createdDate: string }
      const entries = (invoices as Entry[]).map(({ id, status, orderInformation, createdDate }) => {
        return { id, status, orderInformation, createdDate }
      })
      return { totalInvoices, entries }
    }),
  )
  return Promise.all(lists)
}

test('events of an invoice from the time of another customer stay', async () => {
  const shop = await app.merchant('changed')
  const to = (email: string) =>
    anInvoiceBody({
      customerInformation: { name: `Owner of ${email}`, email, merchantCustomerId: 'C9' },
      invoiceInformation: { sendImmediately: true },
    })
  const { id } = (await shop.create(to('first@example.org'))).body
  await shop.update(id, to('second@example.org'))
  await shop.send(id)

  const { counts } = await holder.erase(sought({ customerIds: ['C9'] }, 'changed'), aTester)

  const { rows } = await app.database.pool.query(
    `select payload ->> 'emailTo' as email, payload ->> 'payerName' as name from events
      where organization_id = 'changed' order by email nulls last`,
  )
  expect(counts).toEqual({ invoices: 1, events: 1, mails: 1 })
  expect(rows).toEqual([
    { email: 'first@example.org', name: 'Owner of first@example.org' },
    { email: null, name: null },
  ])
})
