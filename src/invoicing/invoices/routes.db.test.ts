import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'

const app = await startApp({ with: [invoicingClients] })
let shop: Client
let other: Client
let partner: Client
beforeAll(async () => {
  partner = app.clientOf(await anOrganization(app, 'partner', { type: 'partner' }))
  shop = await app.merchant('shop', 'partner')
  other = await app.merchant('other')
})

const rows = async (text: string, organizationId = 'shop') =>
  (await app.database.pool.query(text, [organizationId])).rows

describe('POST /invoices', () => {
  test('POST returns 201 with the invoice as the specification shows it, and its ETag', async () => {
    const { status, headers, text, body } = await shop.create(
      anInvoiceBody({
        clientReferenceInformation: { partner: { developerId: 'dev1', solutionId: 'sol1' } },
        customerInformation: { merchantCustomerId: 'C1', company: { name: 'Engines Ltd' } },
        processingInformation: { requestPhone: 'true' },
        invoiceInformation: {
          expirationDate: '15-07-2027',
          allowPartialPayments: true,
          invoiceNumber: 'FULL-1',
        },
        orderInformation: {
          amountDetails: {
            totalAmount: '120.50',
            subAmount: 100,
            minimumPartialAmount: '10.00',
            discountAmount: '10',
            discountPercent: '5.50',
            taxDetails: { type: 'State Tax', amount: '8.50', rate: '8.25' },
            freight: { amount: '2', taxable: true, taxRate: '9' },
          },
          lineItems: [aLineBody({ unitPrice: '12.345678', quantity: '3' })],
        },
      }),
    )

    expect(status).toBe(201)
    expect(headers['etag']).toBe('"1"')
    expect(body).toEqual({
      _links: {
        self: { href: '/invoicing/v2/invoices/FULL-1', method: 'GET' },
        update: { href: '/invoicing/v2/invoices/FULL-1', method: 'PUT' },
        deliver: { href: '/invoicing/v2/invoices/FULL-1/delivery', method: 'POST' },
        cancel: { href: '/invoicing/v2/invoices/FULL-1/cancelation', method: 'POST' },
      },
      id: 'FULL-1',
      submitTimeUtc: '2026-03-09T10:00:00.000Z',
      status: 'DRAFT',
      clientReferenceInformation: { partner: { developerId: 'dev1', solutionId: 'sol1' } },
      customerInformation: {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        merchantCustomerId: 'C1',
        company: { name: 'Engines Ltd' },
      },
      processingInformation: { requestPhone: true, requestShipping: false },
      invoiceInformation: {
        invoiceNumber: 'FULL-1',
        description: 'Engine parts',
        dueDate: '2026-04-01',
        expirationDate: '2027-07-15',
        allowPartialPayments: true,
        paymentLink: expect.stringMatching(/^https:\/\/pay\.example\.com\/pay\/[A-Za-z0-9_-]{64}\?version=v2\.1$/),
        deliveryMode: 'Email',
      },
      orderInformation: {
        amountDetails: {
          totalAmount: 120.5,
          currency: 'USD',
          balanceAmount: 120.5,
          discountAmount: 10,
          discountPercent: 5.5,
          subAmount: 100,
          minimumPartialAmount: 10,
          taxDetails: { type: 'State Tax', amount: 8.5, rate: 8.25 },
          freight: { amount: 2, taxable: true, taxRate: 9 },
        },
        lineItems: [
          {
            productSku: 'SKU-1',
            productName: 'Gear wheel',
            unitPrice: 12.345678,
            quantity: 3,
            totalAmount: 100,
          },
        ],
      },
      warnings: [
        {
          field: 'orderInformation.amountDetails.totalAmount',
          reason: 'AMOUNTS_DIFFER',
          message:
            'The parts of the invoice add up to 37.72 USD (lines 37.04 − discount 10.00 + tax 8.50 + freight 2.00 + its tax 0.18), not to 120.50.',
        },
      ],
    })
    // The text has every decimal of the currency; a parsed number would not.
    expect(text).toContain('"totalAmount":120.50,"currency":"USD","balanceAmount":120.50')
    expect(text).toContain('"discountAmount":10.00')
    const { invoiceHistory, totalInvoiceHistory, ...read } = (await shop.get('FULL-1')).body
    expect(read).toEqual(body)
    expect([invoiceHistory.length, totalInvoiceHistory]).toEqual([1, 1])
  })

  test.each([
    ['none', false, 'DRAFT', ['DRAFT'], 'None'],
    ['email', false, 'DRAFT', ['DRAFT'], 'Email'],
    ['EMAIL', 'true', 'SENT', ['SEND', 'CREATE'], 'Email'],
    ['none', true, 'CREATED', ['CREATE'], 'None'],
  ])('with deliveryMode %s and sendImmediately %s makes %s', async (mode, at, status, events, shown) => {
    const created = await shop.create(
      anInvoiceBody({ invoiceInformation: { deliveryMode: mode, sendImmediately: at } }),
    )

    const { body } = await shop.get(created.body.id)

    expect(created.body.status).toBe(status)
    expect(body).toMatchObject({ status, invoiceInformation: { deliveryMode: shown } })
    expect(body.invoiceHistory.map(({ event }: { event: string }) => event)).toEqual(events)
    expect(body.invoiceHistory[0].date).toBe('2026-03-09T10:00:00.000Z')
  })

  test.each([
    ['JPY', '5000', '"totalAmount":5000,'],
    ['KWD', '1.5', '"totalAmount":1.500,'],
    ['CLF', '1.2345', '"totalAmount":1.2345,'],
    ['USD', '9999999999999999.99', '"totalAmount":9999999999999999.99,'],
  ])('keeps %s %s to the digit', async (currency, totalAmount, written) => {
    const { status, text, body } = await shop.create(
      anInvoiceBody({ orderInformation: { amountDetails: { currency, totalAmount } } }),
    )

    expect(status).toBe(201)
    expect(text).toContain(written)
    expect((await shop.get(body.id)).text).toContain(written)
  })

  test('POST names all problems together, and a refusal takes no number', async () => {
    const fresh = await app.merchant('fresh')

    const { status, body } = await fresh.create({
      invoiceInformation: { deliveryMode: 'email', sendImmediately: true },
      orderInformation: { amountDetails: { totalAmount: '1.001', currency: 'USD' } },
    })

    expect(status).toBe(400)
    expect(body).toMatchObject({ status: 'BADREQUEST', reason: 'VALIDATION_ERROR' })
    const fields = body.details.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(
      expect.arrayContaining([
        'customerInformation.name',
        'customerInformation.email',
        'invoiceInformation.dueDate',
        'orderInformation.amountDetails.totalAmount',
      ]),
    )
    expect((await fresh.create(anInvoiceBody())).body.id).toBe('1')
  })

  test('POST warns about unknown fields and stores the others', async () => {
    const { status, body } = await shop.create(anInvoiceBody({ colour: 'red', submitTimeUtc: 'x' }))

    expect(status).toBe(201)
    expect(body.warnings).toEqual([
      {
        field: 'colour',
        reason: 'UNKNOWN_FIELD',
        message: 'colour is unknown and was ignored.',
      },
    ])
  })

  test('POST refuses a number that is taken', async () => {
    const body = anInvoiceBody({ invoiceInformation: { invoiceNumber: 'A123' } })
    await shop.create(body)

    const again = await shop.create(body)

    expect(again.status).toBe(400)
    expect(again.body).toMatchObject({
      reason: 'DUPLICATE_RECORD',
      details: [{ field: 'invoiceInformation.invoiceNumber', reason: 'INVALID_DATA' }],
    })
    expect((await other.create(body)).status).toBe(201)
  })

  test('repeated POST requests with one Idempotency-Key create one invoice', async () => {
    const headers = { 'idempotency-key': 'once' }

    const [first, second] = [await shop.create(anInvoiceBody(), headers), await shop.create(anInvoiceBody(), headers)]

    expect(second.text).toBe(first.text)
    expect(second.headers['etag']).toBe('"1"')
    expect(second.headers['idempotency-replayed']).toBe('true')
  })
})

describe('the merchant', () => {
  test('a partner names the merchant of an invoice, and the links name it too', async () => {
    const created = await partner.call('POST', '/invoices?organizationId=shop', anInvoiceBody())
    const inBody = await partner.create(anInvoiceBody({ organizationId: 'shop' }))

    expect([created.status, inBody.status]).toEqual([201, 201])
    const { href } = created.body._links.deliver
    expect(href).toBe(`/invoicing/v2/invoices/${created.body.id}/delivery?organizationId=shop`)
    expect(inBody.body._links.self.href).toContain('?organizationId=shop')
    expect((await shop.get(created.body.id)).body._links.self.href).not.toContain('?')
    const sent = await partner.call('POST', href.replace('/invoicing/v2', ''))
    expect(sent.body.status).toBe('SENT')
  })

  test('a partner must name the merchant to write and to read', async () => {
    const created = await shop.create(anInvoiceBody())
    const { id } = created.body

    for (const response of [
      await partner.create(anInvoiceBody()),
      await partner.update(id, anInvoiceBody()),
      await partner.send(id),
      await partner.cancel(id),
      await partner.publish(id),
      await partner.get(id),
    ]) {
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({
        reason: 'VALIDATION_ERROR',
        details: [{ field: 'organizationId', reason: 'MISSING_FIELD' }],
      })
    }
  })

  test('an invoice does not exist for other merchants', async () => {
    const { body } = await shop.create(anInvoiceBody({ invoiceInformation: { invoiceNumber: 'S-1' } }))

    for (const response of [
      await other.get(body.id),
      await other.update(body.id, anInvoiceBody()),
      await other.send(body.id),
      await other.cancel(body.id),
      await other.publish(body.id),
      await shop.get('unknown'),
      await shop.get('%00'),
      await shop.update(' odd', {}),
    ]) {
      expect(response.status).toBe(404)
      expect(response.body).toMatchObject({ reason: 'NOT_FOUND', message: 'Invoice does not exist.' })
    }
    expect((await shop.get(body.id)).body).toMatchObject({ status: 'DRAFT' })
  })

  test('requests without valid credentials are 401', async () => {
    const nobody = app.clientOf({ bearer: { key: 'nobody' } })

    for (const response of [
      await nobody.create(anInvoiceBody()),
      await nobody.get('1'),
      await nobody.update('1', anInvoiceBody()),
      await nobody.send('1'),
      await nobody.cancel('1'),
      await nobody.publish('1'),
    ]) {
      expect(response.status).toBe(401)
    }
  })
})

describe('a read invoice', () => {
  test('an invoice that is sent back as it was read changes only its version', async () => {
    const { body: created } = await shop.create(
      anInvoiceBody({
        clientReferenceInformation: { partner: { developerId: 'dev1' } },
        invoiceInformation: { sendImmediately: true, expirationDate: '2027-07-15' },
        orderInformation: { lineItems: [aLineBody({ discountPercent: '2.5' })] },
      }),
    )
    const { body: read } = await shop.get(created.id)

    const { status, body: updated } = await shop.update(created.id, read)

    expect(status).toBe(200)
    expect(updated).toEqual(created)
    expect(created.orderInformation.lineItems[0]).toMatchObject({
      discountRate: 2.5,
      discountPercent: 2.5,
    })
  })

  test('an invoice has the labels of the settings and the definitions of custom fields', async () => {
    const labelled = await app.merchant('labelled')
    await app.database.pool.query(
      `insert into invoice_settings (organization_id, settings, submitted_at)
      values ('labelled', '{"customLabels": [{"key": "tax", "value": "VAT"}]}', now())`,
    )
    await app.database.pool.query(
      `insert into custom_field_definitions (organization_id, definition_id, reference_type,
        field_type, label, customer_visible, read_only, text_max_length, data_index, created_at)
      values ('labelled', 3, 'Invoice', 'Text', 'Order', true, false, 10, 7, now())`,
    )
    const body = (value: string) =>
      anInvoiceBody({
        merchantDefinedFieldValues: [{ definitionId: '3', value }],
        orderInformation: { lineItems: [aLineBody()] },
      })

    const { status, body: created } = await labelled.create(body('PO 17'))

    expect(status).toBe(201)
    expect(created.invoiceInformation.customLabels).toEqual([{ key: 'tax', value: 'VAT' }])
    expect(created.merchantDefinedFieldValuesWithDefinition).toEqual([
      {
        mdfValueId: '1-3',
        referenceType: 'Invoice',
        label: 'Order',
        fieldType: 'Text',
        customerVisible: true,
        readOnly: false,
        textMaxLength: 10,
        value: 'PO 17',
        position: 1,
        definitionId: 3,
        merchantDefinedDataIndex: 7,
      },
    ])
    expect((await labelled.get(created.id)).body).toMatchObject(created)
    const tooLong = await labelled.create(body('PO 17 is too long'))
    expect(tooLong.body).toMatchObject({
      reason: 'VALIDATION_ERROR',
      details: [{ field: 'merchantDefinedFieldValues[0].value', reason: 'INVALID_DATA' }],
    })
    expect((await labelled.update(created.id, body('PO 18'))).body).toMatchObject({
      merchantDefinedFieldValuesWithDefinition: [{ value: 'PO 18' }],
    })
    await app.database.pool.query(
      `update custom_field_definitions set deleted_at = now() where organization_id = 'labelled'`,
    )
    expect((await labelled.get(created.id)).body).toMatchObject({
      merchantDefinedFieldValuesWithDefinition: [{ label: 'Order', value: 'PO 18' }],
    })
    expect((await labelled.create(body('PO 19'))).status).toBe(400)
  })

  test('an invoice with personal data is refused and recorded', async () => {
    const { status, body } = await shop.create(
      anInvoiceBody({
        merchantDefinedFieldValues: [{ definitionId: 1, value: '4111 1111 1111 1111' }],
        orderInformation: { lineItems: [aLineBody()] },
      }),
    )

    expect(status).toBe(400)
    expect(body.details).toContainEqual({
      field: 'merchantDefinedFieldValues[0].value',
      reason: 'INVALID_DATA',
    })
    expect(await rows('select field from personal_data_violations where organization_id = $1')).toEqual([
      { field: 'merchantDefinedFieldValues[0].value' },
    ])
  })
})
