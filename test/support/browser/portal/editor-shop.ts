import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type App, startApp } from '../../apps/app.ts'
import { anInvoiceBody } from '../../data/invoices.ts'
import { anOrganization } from '../../data/organizations.ts'
import { aPerson, aSession } from '../../data/people.ts'
import { type Keyed, sendAs } from '../../http/send-request.ts'

const BASE_URL = 'http://127.0.0.1'
const INVOICES = '/invoicing/v2/invoices'
export const DESK = { width: 1440, height: 900 }
export const NEW = '/o/shop/invoices/-/new'

/** One line, so that the invoice is itemized. */
export const ITEMIZED = {
  orderInformation: {
    amountDetails: { totalAmount: '20.00', currency: 'USD' },
    lineItems: [{ productSku: 'CRM-1', productName: 'Crème', quantity: 2, unitPrice: '10', totalAmount: '20.00' }],
  },
}

/** A merchant whose invoices the tests of a file write. */
export function editorShop() {
  let app: App
  let shop: Keyed
  beforeAll(async () => {
    app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
    shop = await anOrganization(app, 'shop', { name: 'Café Bar', timeZone: 'Europe/Berlin' })
  })
  const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    sendAs(app.port, shop, { method, path, ...(body && { body }) })
  return {
    url: () => app.url,
    send,
    aClerk: async (name = 'Ada Lovelace') => {
      const person = await aPerson(app, { name, roles: { shop: 'clerk' } })
      return { url: app.url, cookie: (await aSession(app, person, { baseUrl: BASE_URL })).cookie }
    },
    invoiceOf: async (number: string) => (await send('GET', `${INVOICES}/${number}`)).body,
    invoiceCount: async () => {
      const { rows } = await app.database.pool.query('select count(*)::int as count from invoices')
      return rows[0].count as number
    },
    versionOf: async (number: string) => {
      const { rows } = await app.database.pool.query('select version from invoices where invoice_number = $1', [number])
      return rows[0].version as number
    },
    /** Creates an invoice; by default a draft. */
    anInvoice: async (invoiceNumber: string, information: Readonly<Record<string, unknown>> = {}, more = {}) => {
      const body = anInvoiceBody({
        ...more,
        customerInformation: { name: 'Tanya Lee', email: 'tanya.lee@example.com', merchantCustomerId: 'C-9' },
        invoiceInformation: {
          ...{ invoiceNumber, deliveryMode: 'email', sendImmediately: false, dueDate: '2027-03-01' },
          ...information,
        },
      })
      const { status, body: created } = await send('POST', INVOICES, body)
      expect([status, created]).toEqual([201, expect.anything()])
    },
    aCustomField: async (label: string): Promise<string> => {
      const path = '/invoicing/v2/invoice/merchantDefinedFields'
      await send('POST', path, { label, fieldType: 'text', customerVisible: true, readOnly: false })
      const { body: fields } = await send('GET', path)
      return fields.find((field: { readonly label: string }) => field.label === label).id
    },
  }
}

export const sendButton = (page: Page) => page.getByRole('button', { name: /^Send \$/ })
/** Of a blank form, which has no amount. */
export const sendOnly = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
