import { beforeAll, describe, expect, test } from 'vitest'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { plainHttp, type SdkConfiguration, type SdkResult, sdkInvoicing } from '../support/http/sdk-client.ts'

/** The published SDK makes, reads, changes and ends invoices against the whole running service. */

type Sdk = ReturnType<typeof sdkInvoicing>

const customerInformation = {
  name: 'Tanya Lee',
  email: 'tanya.lee@example.com',
  merchantCustomerId: '1234',
  company: { name: 'ABC' },
}
const amountOnly = (invoiceInformation: object = {}) => ({
  customerInformation,
  invoiceInformation: {
    description: 'A year of service',
    dueDate: '2019-07-11',
    sendImmediately: false,
    deliveryMode: 'email',
    ...invoiceInformation,
  },
  orderInformation: { amountDetails: { totalAmount: '250.05', currency: 'USD' } },
})
/** The line of every sample: it has no total of its own. */
const lineItems = [
  {
    productSku: 'P653727383',
    productName: "First line item's name",
    quantity: 21,
    unitPrice: '120.08',
  },
]
const itemized = (lines: readonly object[]) => ({
  customerInformation,
  invoiceInformation: {
    description: 'This is a test invoice',
    dueDate: '2019-07-11',
    sendImmediately: false,
    allowPartialPayments: true,
    deliveryMode: 'none',
  },
  orderInformation: {
    amountDetails: {
      totalAmount: '2623.64',
      currency: 'USD',
      discountAmount: '126.08',
      discountPercent: 5.0,
      subAmount: 2749.72,
      minimumPartialAmount: 20.0,
      taxDetails: { type: 'State Tax', amount: '208.04', rate: '8.25' },
      freight: { amount: '20.00', taxable: true },
    },
    lineItems: lines,
  },
})
/** The samples draw totals from 10 to 500 and leave the least installment at 20. */
const SMALL_TOTAL = {
  totalAmount: '12.00',
  discountAmount: '3.00',
  discountPercent: 0.25,
  subAmount: '9.00',
  minimumPartialAmount: 20.0,
}
/** The bodies of the published samples that create invoices, field by field. */
const ofSample = (invoiceInformation: object, amountDetails: object) => ({
  customerInformation: { name: 'Tanya Lee', email: 'tanya.lee@my-email.world' },
  invoiceInformation: {
    description: 'This is a test invoice',
    dueDate: '2019-07-11',
    allowPartialPayments: true,
    ...invoiceInformation,
  },
  orderInformation: {
    amountDetails: {
      totalAmount: '2623.64',
      currency: 'USD',
      discountAmount: '126.08',
      discountPercent: 5.0,
      subAmount: 2749.72,
      minimumPartialAmount: 20.0,
      freight: { amount: '20.00', taxable: true },
      ...amountDetails,
    },
    lineItems,
  },
})
const stateTax = (amount: string) => ({ taxDetails: { type: 'State Tax', amount, rate: '8.25' } })
const SAMPLES = [
  ['a draft', 'DRAFT', ofSample({ sendImmediately: false, deliveryMode: 'none' }, stateTax('208.00'))],
  ['an invoice that is sent', 'SENT', ofSample({ sendImmediately: true, deliveryMode: 'email' }, stateTax('208.04'))],
  [
    'an invoice with a number of its own',
    'SENT',
    ofSample(
      { invoiceNumber: 'A123', sendImmediately: true, deliveryMode: 'email' },
      { discountPercent: '5.0', subAmount: '2749.72', minimumPartialAmount: '20.00', ...stateTax('208.04') },
    ),
  ],
  [
    'an invoice that is not sent, with a small total',
    'CREATED',
    ofSample(
      { invoiceNumber: 'x7Kd2', sendImmediately: true, deliveryMode: 'none' },
      { ...SMALL_TOTAL, ...stateTax('208.04') },
    ),
  ],
] as const
const withTotals = lineItems.map((line) => ({ ...line, totalAmount: '2521.68' }))

const running: Partial<Record<'strict' | 'lenient', SdkConfiguration>> = {}
beforeAll(async () => {
  for (const validation of ['strict', 'lenient'] as const) {
    const service = await startWholeService({ QUITTANCE_VALIDATION: validation })
    await anOrganization(service.stores, 'portfolio', { type: 'partner' })
    const { sharedSecret } = await anOrganization(service.stores, 'shop', {
      parentId: 'portfolio',
    })
    running[validation] = {
      ...plainHttp(Number(new URL(service.url).port)),
      authenticationType: 'http_signature',
      merchantID: 'shop',
      merchantKeyId: sharedSecret.keyId,
      merchantsecretKey: sharedSecret.secret,
    }
  }
})
const sdkOf = (validation: 'strict' | 'lenient'): Sdk => sdkInvoicing(running[validation] ?? {})
const json = ({ text }: SdkResult) => JSON.parse(text) as Record<string, never>

describe.each(['strict', 'lenient'] as const)('with %s validation the SDK', (validation) => {
  test('creates a draft, reads it, updates it, sends it and cancels it', async () => {
    const sdk = sdkOf(validation)

    const created = await sdk.create(amountOnly())
    const { id } = created.data as { id: string }
    const read = await sdk.get(id)
    const updated = await sdk.update(id, {
      ...amountOnly(),
      orderInformation: { amountDetails: { totalAmount: '10.10', currency: 'USD' } },
    })
    const sent = await sdk.send(id)
    const canceled = await sdk.cancel(id)

    expect(created).toMatchObject({ status: 201, data: { status: 'DRAFT' } })
    expect(created.data).toMatchObject({
      customerInformation,
      invoiceInformation: {
        description: 'A year of service',
        deliveryMode: 'Email',
        allowPartialPayments: false,
        paymentLink: expect.stringMatching(/\/pay\/[\w-]{64}\?version=v2\.1$/),
      },
      orderInformation: { amountDetails: { totalAmount: '250.05', balanceAmount: '250.05' } },
    })
    expect(read).toMatchObject({ status: 200, data: { id, invoiceHistory: [{ event: 'DRAFT' }] } })
    expect(updated).toMatchObject({
      status: 200,
      data: { status: 'DRAFT', orderInformation: { amountDetails: { totalAmount: '10.1' } } },
    })
    expect(sent).toMatchObject({ status: 200, data: { status: 'SENT' } })
    expect(canceled).toMatchObject({ status: 200, data: { status: 'CANCELED' } })
    expect(Object.keys(json(canceled)['_links'] ?? {})).toEqual(['self'])
  })

  test('creates an itemized draft, each line with its total, and publishes it', async () => {
    const sdk = sdkOf(validation)

    const created = await sdk.create(itemized(withTotals))
    const { id } = created.data as { id: string }
    const published = await sdk.publish(id)

    expect(created).toMatchObject({
      status: 201,
      data: {
        status: 'DRAFT',
        orderInformation: {
          lineItems: [{ productSku: 'P653727383', quantity: 21, totalAmount: '2521.68' }],
        },
      },
    })
    expect(published).toMatchObject({ status: 200, data: { id, status: 'CREATED' } })
  })

  test('creates and sends immediately, with a due date as a Date object', async () => {
    const sdk = sdkOf(validation)

    const created = await sdk.create(amountOnly({ sendImmediately: true, dueDate: new Date(Date.UTC(2027, 6, 11)) }))

    expect(created).toMatchObject({ status: 201, data: { status: 'SENT' } })
    expect(created.text).toContain('"dueDate":"2027-07-11"')
  })

  test('uses an invoice number of its own once', async () => {
    const sdk = sdkOf(validation)

    const first = await sdk.create(amountOnly({ invoiceNumber: 'B123' }))
    const second = await sdk.create(amountOnly({ invoiceNumber: 'B123' }))

    expect(first).toMatchObject({ status: 201, data: { id: 'B123' } })
    expect(second.status).toBe(400)
    expect(json(second)).toMatchObject({ status: 'BADREQUEST', reason: 'DUPLICATE_RECORD' })
  })

  test('lists invoices, all and by status', async () => {
    const sdk = sdkOf(validation)
    await sdk.create(amountOnly({ sendImmediately: true, deliveryMode: 'none' }))

    const all = await sdk.list(0, 2)
    const created = await sdk.list(0, 1, { status: 'CREATED' })

    expect(all.status).toBe(200)
    expect((all.data as { invoices: unknown[] }).invoices).toHaveLength(2)
    expect(created.data).toMatchObject({ invoices: [{ status: 'CREATED' }] })
  })

  test('writes and reads the settings', async () => {
    const sdk = sdkOf(validation)

    const written = await sdk.updateSettings({
      invoiceSettingsInformation: {
        merchantDisplayName: 'Fancy Shop',
        deliveryLanguage: 'de-DE',
        headerStyle: { fontColor: '#000001', backgroundColor: '#FFFFFE' },
        enableReminders: true,
        payerAuthenticationInInvoicing: 'enable',
        customLabels: [{ key: 'billTo', value: 'Kunde' }],
      },
    })
    const read = await sdk.getSettings()

    const settings = {
      merchantDisplayName: 'Fancy Shop',
      deliveryLanguage: 'de-DE',
      headerStyle: { fontColor: '#000001', backgroundColor: '#FFFFFE' },
      enableReminders: true,
      payerAuthentication3DSVersion: true,
    }
    expect(written).toMatchObject({ status: 200, data: { invoiceSettingsInformation: settings } })
    expect(read).toMatchObject({ status: 200, data: { invoiceSettingsInformation: settings } })
    expect(json(read)['invoiceSettingsInformation']).toMatchObject({
      payerAuthenticationInInvoicing: 'enable',
      customLabels: [{ key: 'billTo', value: 'Kunde' }],
    })
  })

  test('adds a field of its own, fills it on an invoice, and removes it', async () => {
    const sdk = sdkOf(validation)

    const added = await sdk.createField({
      fieldType: 'text',
      label: 'Order',
      customerVisible: true,
    })
    const [field] = added.data as { id: string }[]
    const created = await sdk.create({
      ...itemized(withTotals),
      merchantDefinedFieldValues: [{ definitionId: Number(field?.id), value: 'PO 77' }],
    })
    const changed = await sdk.updateField(field?.id ?? '', { fieldType: 'text', label: 'PO' })
    const removed = await sdk.deleteField(field?.id ?? '')
    const left = await sdk.listFields()

    expect(added.data).toMatchObject([{ label: 'Order', customerVisible: true }])
    expect(created.data).toMatchObject({
      merchantDefinedFieldValuesWithDefinition: [{ label: 'Order', value: 'PO 77' }],
    })
    expect(changed.data).toMatchObject([{ label: 'PO', customerVisible: false }])
    expect(removed.status).toBe(200)
    expect(left.data).toEqual([])
  })

  test('reads a refusal that names every field', async () => {
    const sdk = sdkOf(validation)

    const refused = await sdk.create({ invoiceInformation: { deliveryMode: 'email' } })

    expect(refused.status).toBe(400)
    expect(json(refused)).toMatchObject({
      status: 'BADREQUEST',
      reason: 'VALIDATION_ERROR',
      details: expect.arrayContaining(
        [
          'customerInformation.email',
          'customerInformation.name',
          'invoiceInformation.dueDate',
          'orderInformation.amountDetails.currency',
          'orderInformation.amountDetails.totalAmount',
        ].map((field) => ({ field, reason: 'MISSING_FIELD' })),
      ),
    })
  })
})

describe('with lenient validation the SDK', () => {
  test.each(SAMPLES)('creates %s as the samples write it', async (_name, status, body) => {
    const created = await sdkOf('lenient').create(body)

    expect(created).toMatchObject({ status: 201, data: { status } })
    expect(created.data).toMatchObject({
      orderInformation: { lineItems: [{ quantity: 21, totalAmount: '2521.68' }] },
    })
  })

  test('updates an invoice as the samples write it, with a minimum installment above the total', async () => {
    const sdk = sdkOf('lenient')
    const { id } = (await sdk.create(SAMPLES[0][2])).data as { id: string }

    const updated = await sdk.update(
      id,
      ofSample(
        { description: 'This is after updating invoice', deliveryMode: 'none' },
        { ...SMALL_TOTAL, ...stateTax('208.00') },
      ),
    )

    expect(updated).toMatchObject({ status: 200, data: { status: 'DRAFT' } })
    expect(json(updated)['warnings']).toContainEqual(expect.objectContaining({ reason: 'MINIMUM_ABOVE_TOTAL' }))
  })
})

describe('a line without its total', () => {
  test('is refused by strict validation and completed by lenient validation', async () => {
    const strict = await sdkOf('strict').create(itemized(lineItems))
    const lenient = await sdkOf('lenient').create(itemized(lineItems))

    expect(strict.status).toBe(400)
    expect(json(strict)['message']).toContain('lenient validation')
    expect(json(strict)['details']).toEqual([
      { field: 'orderInformation.lineItems[0].totalAmount', reason: 'MISSING_FIELD' },
    ])
    expect(lenient.status).toBe(201)
  })
})

test('discounts on the total and on lines are refused by strict validation alone', async () => {
  const body = itemized([{ ...withTotals[0], discountAmount: 13.04, taxAmount: '0.0' }])

  const strict = await sdkOf('strict').create(body)
  const lenient = await sdkOf('lenient').create(body)

  expect(strict.status).toBe(400)
  expect(json(strict)).toMatchObject({ reason: 'VALIDATION_ERROR' })
  expect(lenient.status).toBe(201)
})
