import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aCard, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { type Person, readPerson } from '../../kernel/person.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { storeSearch } from '../search/store-search.ts'
import { paymentsHolder } from './payments-holder.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
const holder = paymentsHolder(deps)
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
  await anOrganization(app, 'other')
})

// The oldest comes first.
const tick = () => app.clock.set(app.clock.now().add({ seconds: 1 }).toString())

const sought = (given: Partial<Person>, organizationId = 'shop') => ({
  ...{ organizationId, organizationIds: [organizationId] },
  person: readPerson({ emails: [], phones: [], customerIds: [], ...given }),
})

async function anInvoiceTo(email: string, merchantCustomerId: string): Promise<string> {
  const { body } = await shop.create(
    anInvoiceBody({
      customerInformation: { name: 'Somebody', email, merchantCustomerId },
      invoiceInformation: { sendImmediately: true, allowPartialPayments: true },
      orderInformation: {
        amountDetails: { totalAmount: '100.00', currency: 'USD' },
        lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: '100.00', totalAmount: '100.00' }],
      },
    }),
  )
  return body.id
}

/** Everything that a payer may enter, each value with a word that is used nowhere else. */
const payerOf = (word: string, email: string, phone: string) => ({
  ...{ name: word, email, phone, shipTo: { name: word, address1: `${word} Road 1`, city: 'Perth', country: 'AU' } },
  customFields: [{ definitionId: 17, label: 'Room', value: `${word}'s room`, dataIndex: 1 }],
  consent: { at: '2026-03-09T10:00:00Z', wording: `${word} agrees`, language: 'en', customer: { email } },
})

const entry = (value: string) => ({ definitionId: 3, label: 'Code', value, dataIndex: undefined })

/** Every row of the component, of every organization, as text. */
async function everything(): Promise<string> {
  const tables = ['payment_attempts', 'payments', 'transaction_searches', 'sandbox_processor_calls']
  const texts = await Promise.all(
    tables.map((table) =>
      sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t`.execute(app.database.db),
    ),
  )
  return texts
    .flatMap(({ rows }) => rows.map(({ row }) => row))
    .sort()
    .join('\n')
}

test('an erasure by address removes the payer’s details and the notes about the payment', async () => {
  const id = await anInvoiceTo('customer@example.org', 'C-1')
  const source = aCard()
  const paid = await payAs(deps, id, '40.00', {
    source,
    payer: payerOf('Wombat', 'Wombat@Example.org ', '+1 555 0100'),
  })
  await payments.refund(paid.paymentId, { amount: 1, reason: 'Wombat complained' })
  tick()
  const other = await payAs(deps, id, '20.00', { source, payer: payerOf('Numbat', 'my.wombat@example.org', '5550101') })
  const before = await payments.list(id)

  const found = await holder.find(sought({ emails: ['wombat@example.org'] }))
  expect(found.counts).toEqual({ payments: 1 })
  expect(await everything()).toContain('Wombat')
  const erased = await holder.erase(sought({ emails: ['wombat@example.org'] }), aTester)

  expect(erased.counts).toEqual({ payments: 1 })
  expect(erased.remaining).toEqual([expect.objectContaining({ what: expect.stringContaining('processor') })])
  const rest = await everything()
  expect(rest).not.toContain('Wombat')
  expect(rest).not.toContain('5550100')
  expect(rest).toContain('my.wombat@example.org')
  expect(rest).toContain("Numbat's room")
  const after = await payments.list(id)
  const [{ payer, ...first }] = before.body.payments
  expect(payer).toMatchObject({ name: 'Wombat' })
  const { reason: _reason, ...refund } = first.refunds[0]
  expect(after.body.payments[0]).toEqual({ ...first, refunds: [refund] })
  expect(after.body.payments[1]).toEqual(before.body.payments[1])
  const audit = await listAudit(app.database.db, { organizationId: 'shop', action: 'payment.erased' }, { limit: 10 })
  expect(audit.map(({ subject }) => subject)).toEqual([`payment:${paid.paymentId}`])
  expect((await holder.erase(sought({ emails: ['wombat@example.org'] }), aTester)).counts).toEqual({})
  expect(other.status).toBe('approved')
})

test('an erasure by phone number covers every field, and no other organization', async () => {
  const id = await anInvoiceTo('customer@example.org', 'C-2')
  await payAs(deps, id, '10.00', { payer: { phone: '(555) 0199-77', customFields: [entry('5550199')] } })
  await payAs(deps, id, '10.00', { payer: { customFields: [entry('555019977')] } })

  expect((await holder.find(sought({ phones: ['555019977'] }, 'other'))).counts).toEqual({})
  expect((await holder.find(sought({ phones: ['5550199'] }))).counts).toEqual({})
  expect((await holder.erase(sought({ phones: ['555 019977'] }), aTester)).counts).toEqual({ payments: 1 })
  expect(await everything()).not.toContain('0199-77')
})

test('an erasure covers all texts about payments of the person’s invoices, also external ones and declined attempts', async () => {
  const id = await anInvoiceTo('quokka@example.org', 'C-77')
  const cash = await payments.receive(id, {
    amount: 5,
    date: '2026-03-01',
    method: 'cash',
    note: 'Quokka at the counter',
  })
  await payments.reverse(cash.body.id, { reason: 'Quokka took it back' })
  tick()
  await payAs(deps, id, '10.00', { source: aCard('4000000000000002'), payer: { name: 'Quokka' } })
  const source = aCard('4000000000009235')
  const held = await payAs(deps, id, '10.00', { source, canReview: true })
  await payments.reject(held.paymentId, { comment: 'Quokka is unknown' })

  const found = await holder.find(sought({ customerIds: ['C-77'] }))
  const erased = await holder.erase(sought({ customerIds: ['C-77'] }), aTester)

  expect([found.counts, erased.counts]).toEqual([{ payments: 3 }, { payments: 3 }])
  expect(await everything()).not.toContain('Quokka')
  const { body } = await payments.list(id)
  expect(body.payments).toMatchObject([
    { status: 'REVERSED', method: 'cash', date: '2026-03-01', amount: 5 },
    { status: 'REJECTED', review: { decision: 'REJECT' }, amount: 10 },
  ])
})

test('searches that name the person are removed, and those that name a longer address stay', async () => {
  const search = async (query: string, name?: string) => {
    const searchId = crypto.randomUUID()
    const request = { save: true, name, timezone: undefined, query, offset: 0, limit: 1, sort: 'id:asc' }
    await storeSearch(deps, { organizationId: 'shop', by: aTester }, { searchId, search: request, count: 0 })
  }
  await search('orderInformation.billTo.email:"Bilby@example.org" AND id:1')
  await search('orderInformation.billTo.email:(a@example.org OR bilby@example.org)')
  await search('id:1', 'for bilby@example.org')
  await search('orderInformation.billTo.email:my-bilby@example.org')

  const { counts } = await holder.erase(sought({ emails: ['bilby@example.org'] }), aTester)

  expect(counts).toEqual({ 'transaction searches': 3 })
  const { rows } = await sql<{ query: string }>`select request->>'query' as query from transaction_searches`.execute(
    app.database.db,
  )
  expect(rows).toEqual([{ query: 'orderInformation.billTo.email:my-bilby@example.org' }])
})
