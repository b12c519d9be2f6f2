import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { hostileInvoice } from '../data/hostile.ts'
import { fileResources } from '../run/file-resources.ts'
import { makeTemporaryFolder } from '../stores/temporary-folder.ts'
import { createTestDatabase } from '../stores/test-database.ts'
import { startWholeService } from './whole-service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a response is what the test expects it to be.
type Json = any

export type PaymentService = Awaited<ReturnType<typeof startPaymentService>>

/** The whole service, and its first merchant as a client. */
export async function startPaymentService(environment: Readonly<Record<string, string>> = {}) {
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  const databaseUrl = await createTestDatabase()
  const { url } = await startWholeService({
    DATABASE_URL: databaseUrl,
    QUITTANCE_DATA_DIR: folder,
    QUITTANCE_PAGE_RATE_LIMIT: '0',
    ...environment,
  })
  const { merchant } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${merchant.bearer.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  return {
    url,
    call,
    changeSettings: (invoiceSettingsInformation: object) =>
      call('PUT', '/invoicing/v2/invoiceSettings', { invoiceSettingsInformation }),
    /** Switches fraud management on, so that payments may be held for review. */
    manageFraud: async () => {
      const client = new Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query('update organizations set has_fraud_management = true')
      await client.end()
    },
    invoice: (id: string) => call('GET', `/invoicing/v2/invoices/${id}`),
    /** Creates an invoice, and returns the link of its page. */
    newLink: async (given: Parameters<typeof aDetailedInvoice>[0] = {}) => {
      const { id, invoiceInformation } = await call('POST', '/invoicing/v2/invoices', aDetailedInvoice(given))
      return { id: id as string, link: invoiceInformation.paymentLink as string }
    },
  }
}

type Invoice = {
  readonly total?: string
  readonly invoiceInformation?: object
  readonly amountDetails?: object
  readonly customerInformation?: object
}

/** The body of a published invoice with hostile data and a small total. */
export function aDetailedInvoice({ total = '250.05', customerInformation = {}, ...given }: Invoice = {}) {
  return hostileInvoice({ total, customer: { ...customerInformation }, ...(given as object) })
}

/** It can be paid in parts of at least 20.00. */
export const PARTIAL = {
  total: '100.00',
  invoiceInformation: { allowPartialPayments: true },
  amountDetails: { minimumPartialAmount: '20.00' },
}
