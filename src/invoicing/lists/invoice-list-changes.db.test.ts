import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { INVOICE_STATUSES } from '../rules/invoice.ts'

/** The list of invoices that clients created and changed. */

const app = await startApp({ with: [invoicingClients] })

type Entry = {
  readonly id: string
  readonly status: string
  readonly _links: { readonly self: { readonly href: string } }
}

test('totals and statuses stay right while several clients create and change invoices', async () => {
  const shop = await app.merchant('busy')
  const body = (sendImmediately: boolean) => anInvoiceBody({ invoiceInformation: { sendImmediately } })
  const clients = Array.from({ length: 4 }, async (_, client) => {
    const made = [await shop.create(body(true)), await shop.create(body(false))]
    const [sent, draft] = made.map(({ body: { id } }) => id as string)
    await (client % 2 === 0 ? shop.publish(draft ?? '') : shop.send(draft ?? ''))
    await shop.cancel((client === 3 ? draft : sent) ?? '')
  })
  await Promise.all(clients)

  const { totalInvoices, invoices } = (await shop.call('GET', '/invoices')).body

  const count = (status: string) => invoices.filter((entry: Entry) => entry.status === status).length
  expect([totalInvoices, invoices.length]).toEqual([8, 8])
  expect([count('CREATED'), count('SENT'), count('CANCELED')]).toEqual([2, 2, 4])
  for (const status of INVOICE_STATUSES) {
    const { body: page } = await shop.call('GET', `/invoices?status=${status}&limit=1`)
    expect(page.totalInvoices).toBe(count(status))
  }
})

test('an entry of the list matches its invoice, and its link leads there', async () => {
  const partner = app.clientOf(await anOrganization(app, 'partner', { type: 'partner' }))
  const shop = await app.merchant('shop', 'partner')
  const customerInformation = { merchantCustomerId: 'C1', company: { name: 'Ada & Co' } }
  const expirationDate = '31-12-2027'
  const invoiceInformation = { sendImmediately: true, invoiceNumber: 'A/1 x', expirationDate }
  await shop.create(anInvoiceBody({ customerInformation, invoiceInformation }))

  for (const [client, query] of [
    [shop, ''],
    [partner, ''],
    [partner, '?organizationId=shop'],
  ] as const) {
    const [entry] = (await client.call('GET', `/invoices${query}`)).body.invoices
    const { href } = entry._links.self
    const { body: invoice } = await client.call('GET', href.replace('/invoicing/v2', ''))

    const { organizationId: _whose, createdDate, ...shown } = entry
    expect(invoice).toMatchObject(shown)
    expect(createdDate).toBe(invoice.submitTimeUtc)
  }
})
