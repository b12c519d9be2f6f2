import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'

const BASE_URL = 'http://127.0.0.1'
const app = await startApp({ with: [invoicingClients], environment: { QUITTANCE_BASE_URL: BASE_URL } })
let owner: Awaited<ReturnType<typeof anOrganization>>
let shop: Client
beforeAll(async () => {
  owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
})

const changesOf = (id: string, query = '') =>
  sendAs(app.port, owner, { method: 'GET', path: `/portal/v1/invoices/${id}/changes${query}` })

test('name who changed an invoice, newest first, since a version', async () => {
  const { body: created } = await shop.create(anInvoiceBody())
  const person = await aPerson(app, { name: 'Ada Lovelace', roles: { shop: 'clerk' } })
  const { cookie } = await aSession(app, person, { baseUrl: BASE_URL })
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const path = `/invoicing/v2/invoices/${created.id}?organizationId=shop`
  const put = await fetch(`${app.url}${path}`, { method: 'PUT', headers, body: JSON.stringify(anInvoiceBody()) })
  expect(put.status).toBe(200)

  const { body } = await changesOf(created.id)
  const later = await changesOf(created.id, '?sinceVersion=1')

  expect(body.changes).toMatchObject([
    { version: 2, action: 'invoice.updated', by: { kind: 'user', name: 'Ada Lovelace' } },
    { version: 1, by: { kind: 'key', name: expect.any(String) } },
  ])
  expect(later.body.changes).toMatchObject([{ version: 2 }])
})

test('an unknown invoice and a wrong version are refused', async () => {
  const { body: created } = await shop.create(anInvoiceBody())

  expect((await changesOf('nobody')).status).toBe(404)
  expect((await changesOf(created.id, '?sinceVersion=new')).body.details).toMatchObject([{ field: 'sinceVersion' }])
})
