import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { errorBody } from '../../../test/support/apps/http-app.ts'
import { anInvoice } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { storeInvoices } from '../../../test/support/data/stored-invoices.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { INVOICE_STATUSES } from '../rules/invoice.ts'

const clock = settableClock('2026-03-09T10:00:00Z')
const app = await startApp({ clock })
const keys: Record<string, string> = {}
beforeAll(async () => {
  await keyed('partner', { type: 'partner' })
  await keyed('account', { type: 'account', parentId: 'partner' })
  await keyed('shop', { parentId: 'partner', timeZone: 'Europe/Berlin' })
  await keyed('sister', { parentId: 'account' })
  await keyed('stranger')
  await storeInvoices(app.database, [...ofShop, ofSister, ofStranger])
})

async function keyed(organizationId: string, given: Parameters<typeof anOrganization>[2] = {}): Promise<void> {
  keys[organizationId] = (await anOrganization(app, organizationId, given)).bearer.key
}

/** One of each status: A 1 is a draft, A 7 is canceled. */
const ofShop = INVOICE_STATUSES.map((status, index) =>
  anInvoice({
    organizationId: 'shop',
    position: index + 1,
    invoiceNumber: `A ${index + 1}`,
    status,
    balance: { minor: status === 'PAID' ? 0n : 12_050n, currency: 'USD' },
    paymentToken: String(index).repeat(64),
    terms: {
      dueOn: Temporal.PlainDate.from('2026-04-01').add({ days: index }),
      customer: { name: `Ada ${index}`, email: `ada+${index}@example.com` },
      amounts: { total: { minor: 12_050n, currency: 'USD' } },
    },
  }),
)
const ofSister = anInvoice({
  organizationId: 'sister',
  status: 'SENT',
  invoiceNumber: 'S/1',
  paymentToken: 's'.repeat(64),
})
const ofStranger = anInvoice({ organizationId: 'stranger', invoiceNumber: 'A 1', status: 'SENT' })

const ask = (organizationId: string, path: string): Promise<Response> =>
  fetch(`${app.url}/portal/v1/invoice-list/${path}`, { headers: { authorization: `Bearer ${keys[organizationId]}` } })
const part = async (organizationId: string, path: string): Promise<unknown> => (await ask(organizationId, path)).json()

test('sums and CSV are those of the named invoices alone', async () => {
  expect(await part('shop', 'sums?invoiceId=A%201&invoiceId=A%203,A%205,nobody')).toMatchObject({ count: 3 })
  expect(await part('shop', 'sums?invoiceId=A%201,S/1,sister:S/1,stranger:A%201')).toMatchObject({ count: 1 })
  expect(await part('partner', 'sums?invoiceId=sister:S/1,shop:S/1,shop:A%202')).toMatchObject({ count: 2 })
  expect(await part('partner', 'sums?invoiceId=S/1,A%202&status=created')).toMatchObject({ count: 1 })
  const csv = await (await ask('partner', `csv?columns=merchant,number&invoiceId=shop:A%207,S/1`)).text()
  expect(csv.split('\n').slice(1)).toEqual(['"shop","A 7"', '"sister","S/1"', ''])
  const { details } = await errorBody(await ask('shop', `csv?invoiceId=A%201,%3Fx`))
  expect(details.map(({ field }) => field)).toEqual(['invoiceId'])
})

test('merchants have their names and the language of their invoices, as far as the list has their invoices', async () => {
  const shop = { organizationId: 'shop', name: 'shop', deliveryLanguage: 'en-US' }
  const sister = { organizationId: 'sister', name: 'sister', deliveryLanguage: 'en-US' }

  expect(await part('partner', 'merchants?merchantId=shop,sister,stranger,account,nobody')).toEqual({
    merchants: [shop, sister],
  })
  expect(await part('shop', 'merchants?merchantId=sister')).toEqual({ merchants: [shop] })
  expect(await part('shop', 'merchants')).toEqual({ merchants: [shop] })
  const { details } = await errorBody(await ask('partner', `merchants?merchantId=a%20b`))
  expect(details.map(({ field }) => field)).toEqual(['merchantId'])
})

test('counts of one customer are those of all views, in any letter case of the address', async () => {
  const none = { all: 0, draft: 0, open: 0, overdue: 0, paid: 0, canceled: 0 }
  clock.set('2026-04-03T22:00:00Z')

  // A 2 is CREATED and was due on 2 April.
  const of = (email: string) => part('shop', `counts?customerEmail=${encodeURIComponent(email)}`)
  expect(await of('ADA+1@example.com')).toEqual({ ...none, all: 1, open: 1, overdue: 1 })
  expect(await of('ada+0@example.com')).toEqual({ ...none, all: 1, draft: 1 })
  expect(await of('nobody@example.com')).toEqual(none)
  expect(await part('partner', 'counts?customerEmail=ada%2B4@example.com')).toEqual({ ...none, all: 1, paid: 1 })
  clock.set('2026-03-09T10:00:00.25Z')
})
