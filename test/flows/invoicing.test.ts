import { beforeAll, expect, test } from 'vitest'
import type { Service } from '../../src/main/service.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { aLineBody, anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization } from '../support/data/organizations.ts'

/** Stories of a merchant on the whole running service. */

let service: Service
let authorization: string
beforeAll(async () => {
  service = await startWholeService()
  const { bearer } = await anOrganization(service.stores, 'shop')
  authorization = `Bearer ${bearer.key}`
})

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}/invoicing/v2${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape.
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as any }
}

const everything = (definitionId: number) =>
  anInvoiceBody({
    clientReferenceInformation: { partner: { developerId: 'D1', solutionId: 'S1' } },
    customerInformation: { merchantCustomerId: 'C 7', company: { name: 'Analytical Ltd' } },
    processingInformation: { requestPhone: true, requestShipping: true },
    invoiceInformation: {
      invoiceNumber: 'A/1 x',
      transactionReferenceNumber: 'REF1',
      expirationDate: '31-12-2099',
      allowPartialPayments: true,
      deliveryMode: 'EMAIL',
    },
    orderInformation: {
      amountDetails: {
        currency: 'kwd',
        totalAmount: '9999999999999.999',
        subAmount: '100',
        minimumPartialAmount: '0.5',
        discountAmount: '1.1',
        discountPercent: 1.25,
        taxDetails: { type: 'State Tax', amount: '0.01', rate: '8.25' },
        freight: { amount: 1, taxable: true, taxRate: '5' },
      },
      lineItems: [
        aLineBody({ unitPrice: '0.123456', quantity: '3', totalAmount: '0.37' }),
        aLineBody({ discountAmount: '0.000', totalAmount: 100 }),
      ],
    },
    merchantDefinedFieldValues: [{ definitionId, value: 'PO 77' }],
  })

test('an invoice that was read can be sent back as it is and does not change', async () => {
  const [field] = (await ask('POST', '/Invoice/merchantDefinedFields', { fieldType: 'text', label: 'PO' })).body
  const created = await ask('POST', '/invoices', everything(Number(field.id)))
  const path = `/invoices/${encodeURIComponent('A/1 x')}`
  await ask('DELETE', `/Invoice/merchantDefinedFields/${field.id}`)

  const read = await ask('GET', path)
  const sentBack = await ask('PUT', path, read.text)
  const readAgain = await ask('GET', path)

  expect(created.status, created.text).toBe(201)
  expect(sentBack.status, sentBack.text).toBe(200)
  const constant = ({ body: { submitTimeUtc, invoiceHistory, totalInvoiceHistory, ...rest } }: typeof read) => rest
  expect(constant(readAgain)).toEqual(constant(read))
  expect(readAgain.body.invoiceHistory.map(({ event }: { event: string }) => event)).toEqual(['UPDATE', 'DRAFT'])
  expect(read.text).toContain('"totalAmount":9999999999999.999,')
  expect(read.text).toContain('"unitPrice":0.123456,')
  expect(read.body).toMatchObject({
    id: 'A/1 x',
    invoiceInformation: { expirationDate: '2099-12-31', deliveryMode: 'Email' },
    merchantDefinedFieldValuesWithDefinition: [{ label: 'PO', value: 'PO 77' }],
    warnings: [{ reason: 'AMOUNTS_DIFFER' }],
  })
})

test('every link of an invoice leads where it says', async () => {
  const { body } = await ask('POST', '/invoices', anInvoiceBody())
  const { self, update, deliver, cancel } = body._links

  const followed = []
  for (const { href, method } of [self, update, deliver, cancel]) {
    const isUpdate = method === 'PUT'
    const path = href.replace('/invoicing/v2', '')
    followed.push(await ask(method, path, isUpdate ? anInvoiceBody() : method === 'GET' ? undefined : {}))
  }

  expect(followed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(followed.at(-1)?.body).toMatchObject({ status: 'CANCELED', _links: { self } })
  expect(Object.keys(followed.at(-1)?.body._links)).toEqual(['self'])
})
