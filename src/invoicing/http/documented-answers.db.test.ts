import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aPng } from '../../../test/support/data/images.ts'
import { aLineBody, anInvoiceBody, usd } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { recordPayment } from '../index.ts'

type CallInput = {
  readonly status: number
  /** With its parameters filled in. */
  readonly path?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly client?: Client
}

const BASE = '/invoicing/v2'
const INVOICES = `${BASE}/invoices`
const INVOICE = `${INVOICES}/{id}`
const SETTINGS = `${BASE}/invoiceSettings`
const FIELDS = `${BASE}/Invoice/merchantDefinedFields`
const ACTIONS = ['delivery', 'reminder', 'publication', 'cancelation']

const app = await startApp({ with: [invoicingClients] })
let shop: Client
let partner: Client
let contract: Awaited<ReturnType<typeof documentedContract>>
beforeAll(async () => {
  partner = app.clientOf(await anOrganization(app, 'partner', { type: 'partner' }))
  const contact = { phone: '+49 30 1', address: { address1: 'Street 1', locality: 'Berlin' } }
  shop = app.clientOf(await anOrganization(app, 'shop', { parentId: 'partner', contact }))
  contract = await documentedContract(app.url)
})

const filled = (template: string, values: Readonly<Record<string, string>>) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

/** Sends a request, expects it and its response to be as documented, and returns the response's body. */
async function documented(method: string, template: string, input: CallInput) {
  const { status, path = template, body, headers, client = shop } = input
  const response = await client.call(method, path.slice(BASE.length), body, headers)

  expect(response.body).toEqual(response.status === status ? expect.anything() : { status })
  expect(contract.answerProblems(method, template, response)).toEqual([])
  if (status < 300 && body !== undefined) {
    expect(contract.requestProblems(method, template, body)).toEqual([])
  }
  return response.body
}

const INFORMATION = {
  ...{ description: 'Engine parts', dueDate: '2026-04-01', deliveryMode: 'email' },
  ...{ transactionReferenceNumber: 'T1', expirationDate: '31-12-2027' },
  ...{ allowPartialPayments: true, sendImmediately: false },
}
const WHOLE_INVOICE = anInvoiceBody({
  customerInformation: {
    ...{ firstName: 'Ada', lastName: 'Lovelace', merchantCustomerId: 'C1' },
    company: { name: 'Engines Ltd' },
  },
  processingInformation: { requestPhone: true, requestShipping: false },
  invoiceInformation: INFORMATION,
  orderInformation: {
    amountDetails: {
      ...{
        subAmount: '90',
        minimumPartialAmount: 10,
        discountAmount: '1.00',
        discountPercent: 1.5,
      },
      taxDetails: { type: 'State Tax', amount: 2, rate: '2.5' },
      freight: { amount: '5', taxable: true, taxRate: 10 },
    },
    lineItems: [aLineBody({ discountAmount: '0', discountRate: 0, taxAmount: 0, taxRate: '0' })],
  },
})

test('every route returns a complete invoice as documented', async () => {
  const [field] = await documented('POST', FIELDS, {
    body: { fieldType: 'Text', label: 'Order', textMinLength: 1, textDefaultValue: 'none' },
    status: 200,
  })
  const labels = [{ key: 'discount', value: 'Rebate', hiddenForItem: true }]
  const settings = { invoiceSettingsInformation: { customLabels: labels } }
  await documented('PUT', SETTINGS, { body: settings, status: 200 })
  const values = { merchantDefinedFieldValues: [{ definitionId: Number(field.id), value: 'x' }] }
  const reference = { clientReferenceInformation: { partner: { developerId: 'dev' } } }
  const terms = { ...WHOLE_INVOICE, ...values }
  const { sendImmediately: _, ...information } = INFORMATION

  const created = await documented('POST', INVOICES, {
    body: { ...terms, ...reference },
    status: 201,
  })
  const path = filled(INVOICE, created)
  await documented('PUT', INVOICE, {
    path,
    body: { ...terms, invoiceInformation: information },
    status: 200,
  })
  for (const action of ['publication', 'delivery']) {
    const to = `${INVOICE}/${action}`
    await documented('POST', to, { path: filled(to, created), status: 200 })
  }
  const payment = { amount: usd('10.00'), transactionId: 'T-1', origin: 'external' as const }
  const input = { ...payment, invoiceNumber: created.id }
  await app.database.transaction((tx) => recordPayment(tx, app, { organizationId: 'shop', by: aTester }, input))
  const read = await documented('GET', INVOICE, { path, status: 200 })
  const list = await documented('GET', INVOICES, { path: `${INVOICES}?limit=1`, status: 200 })
  const query = '?limit=1&offset=1'
  await documented('GET', INVOICES, { path: INVOICES + query, client: partner, status: 200 })

  expect(read).toMatchObject({ status: 'PARTIAL', warnings: [{ reason: 'AMOUNTS_DIFFER' }] })
  expect(read.invoiceHistory[0]).toHaveProperty('transactionDetails')
  expect(list.invoices).toHaveLength(1)
  const other = { status: 200, body: { ...read, colour: 'red' } }
  expect(contract.answerProblems('GET', INVOICE, other)).toHaveLength(1)
})

test('a minimal and a canceled invoice are returned as documented', async () => {
  const bare = {
    invoiceInformation: { description: 'x', dueDate: '2026-04-01', deliveryMode: 'none' },
    orderInformation: { amountDetails: { totalAmount: 1, currency: 'JPY' } },
  }
  const created = await documented('POST', INVOICES, { body: bare, status: 201 })
  const to = `${INVOICE}/cancelation`

  await documented('POST', to, { path: filled(to, created), body: {}, status: 200 })
  await documented('GET', INVOICE, { path: filled(INVOICE, created), status: 200 })
})

test('settings and custom fields are returned as documented', async () => {
  const logo = (await aPng()).toString('base64')
  const url = 'https://shop.example/done'
  const settings = {
    ...{ merchantDisplayName: 'Shop', vatRegistrationNumber: 'DE1', merchantLogo: logo },
    ...{
      merchantEmail: 'till@shop.example',
      customEmailMessage: 'Hello',
      deliveryLanguage: 'de-DE',
    },
    headerStyle: { backgroundColor: '#fff', fontColor: '#000000' },
    customRedirectUrls: { paymentAccepted: url, paymentPending: url, paymentRejected: url },
    payerAuthenticationInInvoicing: 'enable',
  }
  const select = { fieldType: 'Select', label: 'Colour', possibleValues: 'red,green' }

  await documented('PUT', SETTINGS, {
    body: { invoiceSettingsInformation: settings },
    status: 200,
  })
  await documented('GET', SETTINGS, { status: 200 })
  const fields = await documented('POST', FIELDS, { body: select, status: 200 })
  const to = `${FIELDS}/{id}`
  const path = filled(to, { id: fields.at(-1).id })
  await documented('PUT', to, { path, body: { ...select, readOnly: true }, status: 200 })
  await documented('GET', FIELDS, { status: 200 })
  await documented('DELETE', to, { path, status: 200 })
})

test('refusals are returned as documented', async () => {
  const { body: invoice } = await shop.create(anInvoiceBody())
  const path = filled(INVOICE, invoice)
  const headers = { 'if-match': '"9"' }
  const nothing = filled(INVOICE, { id: 'nothing' })
  const key = { 'idempotency-key': 'one' }

  await documented('POST', INVOICES, { body: {}, headers: key, status: 400 })
  await documented('POST', INVOICES, { body: { a: 1 }, headers: key, status: 409 })
  await documented('PUT', INVOICE, { path, body: anInvoiceBody(), headers, status: 412 })
  await documented('PUT', INVOICE, { path: nothing, body: {}, status: 404 })
  await documented('GET', INVOICE, { path: nothing, status: 404 })
  await documented('GET', INVOICES, { path: `${INVOICES}?limit=0`, status: 400 })
  await documented('PUT', SETTINGS, { body: [], status: 400 })
  await documented('PUT', SETTINGS, { body: { invoiceSettingsInformation: {} }, headers, status: 412 })
  await documented('POST', FIELDS, { body: {}, status: 400 })
  for (const action of ACTIONS) {
    const to = `${INVOICE}/${action}`
    await documented('POST', to, { path: filled(to, invoice), headers, status: 412 })
  }
})

test('the documented bodies and headers are those that routes accept', () => {
  for (const name of contract.operationsBelow(BASE)) {
    const [method = '', path = ''] = name.split(' ')
    const { parameters = [], requestBody, responses } = contract.operation(method, path)
    const headers = parameters.filter((parameter) => parameter.in === 'header')
    const isAction = ACTIONS.some((action) => path.endsWith(action))
    const isChange = isAction || (method === 'PUT' && [INVOICE, SETTINGS].includes(path))
    const isOnce = method === 'POST' || method === 'PUT'

    expect([name, requestBody?.required]).toEqual([name, isOnce ? !isAction : undefined])
    const isRead = method === 'GET' && path === INVOICE
    expect(headers.map((header) => header.name)).toEqual([
      ...['Idempotency-Key'].filter(() => isOnce),
      ...['If-Match'].filter(() => isChange),
      ...['If-None-Match'].filter(() => isRead),
    ])
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['400', '401', '403', '404'].concat(isChange ? ['409', '412'] : [])),
    )
  }
})
