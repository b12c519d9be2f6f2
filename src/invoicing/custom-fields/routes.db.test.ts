import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { customFieldClient } from '../../../test/support/http/custom-field-client.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'

const PATH = '/invoicing/v2/Invoice/merchantDefinedFields'
const TABLE = { fieldType: 'Text', label: 'Table', merchantDefinedDataIndex: 1 }

const app = await startApp({ with: [customFieldClient] })
let count = 0
/** A merchant of the test's own. */
async function aMerchant(parentId?: string) {
  count += 1
  return anOrganization(app, `shop${count}`, parentId === undefined ? {} : { parentId })
}

describe('definitions of custom fields', () => {
  test('definitions are created, listed, changed and deleted, and every response has all of them', async () => {
    const as = await aMerchant()
    const { organizationId: merchantId } = as.organization

    const none = await app.ask('GET', PATH, { as })
    const first = await app.ask('POST', PATH, {
      as,
      body: {
        ...TABLE,
        textMinLength: 1,
        textMaxLength: 3,
        textDefaultValue: '12',
        readOnly: true,
      },
    })
    const second = await app.ask('POST', PATH, {
      as,
      body: {
        fieldType: 'SELECT',
        label: 'Colour',
        possibleValues: 'red, green',
        customerVisible: true,
      },
    })
    const changed = await app.ask('PUT', `${PATH}/1`, { as, body: { ...TABLE, label: 'Desk' } })
    const deleted = await app.ask('DELETE', `${PATH}/1`, { as })
    const third = await app.ask('POST', PATH, { as, body: TABLE })
    const listed = await app.ask('GET', PATH, { as })

    const table = {
      id: '1',
      fieldType: 'Text',
      label: 'Table',
      customerVisible: false,
      textMinLength: 1,
      textMaxLength: 3,
      textDefaultValue: '12',
      merchantId,
      referenceType: 'Invoice',
      readOnly: true,
      merchantDefinedDataIndex: 1,
    }
    const colour = {
      id: '2',
      fieldType: 'Select',
      label: 'Colour',
      customerVisible: true,
      possibleValues: 'red, green',
      merchantId,
      referenceType: 'Invoice',
      readOnly: false,
      merchantDefinedDataIndex: 2,
    }
    const desk = {
      id: '1',
      fieldType: 'Text',
      label: 'Desk',
      customerVisible: false,
      merchantId,
      referenceType: 'Invoice',
      readOnly: false,
      merchantDefinedDataIndex: 1,
    }
    expect(none).toMatchObject({ status: 200, body: [] })
    expect([first.status, first.body]).toEqual([200, [table]])
    expect([second.status, second.body]).toEqual([200, [table, colour]])
    expect([changed.status, changed.body]).toEqual([200, [desk, colour]])
    expect([deleted.status, deleted.body]).toEqual([200, [colour]])
    expect(third.body).toEqual([colour, { ...desk, id: '3', label: 'Table' }])
    expect(listed.body).toEqual(third.body)
  })

  test('a definition that is sent back as it was read changes nothing', async () => {
    const as = await aMerchant()
    const { body } = await app.ask('POST', PATH, { as, body: TABLE })

    const again = await app.ask('PUT', `${PATH}/1`, { as, body: (body as object[])[0] })

    expect(again).toMatchObject({ status: 200, body })
    expect(await actionsOf(as.organization.organizationId)).toEqual(['custom-field.created'])
  })

  test('every change is in the merchant’s audit trail', async () => {
    const as = await aMerchant()

    await app.ask('POST', PATH, { as, body: TABLE })
    await app.ask('PUT', `${PATH}/1`, { as, body: { ...TABLE, label: 'Desk' } })
    await app.ask('DELETE', `${PATH}/1`, { as })

    expect(await actionsOf(as.organization.organizationId)).toEqual([
      'custom-field.deleted',
      'custom-field.changed',
      'custom-field.created',
    ])
  })

  test('definitions that are created concurrently get different ids and data indexes', async () => {
    const as = await aMerchant()
    const labels = Array.from({ length: 10 }, (_, index) => `Field ${index}`)

    const responses = await Promise.all(
      labels.map((label) => app.ask('POST', PATH, { as, body: { fieldType: 'text', label } })),
    )

    const { body } = await app.ask('GET', PATH, { as })
    expect(responses.map(({ status }) => status)).toEqual(labels.map(() => 200))
    expect(body).toMatchObject(
      labels.map((_, index) => ({ id: String(index + 1), merchantDefinedDataIndex: index + 1 })),
    )
  })

  test('of concurrent definitions with the same label one is created', async () => {
    const as = await aMerchant()

    const responses = await Promise.all([1, 2, 3].map(() => app.ask('POST', PATH, { as, body: TABLE })))

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(responses.filter(({ status }) => status === 400)).toMatchObject(
      [1, 2].map(() => ({ body: { reason: 'DUPLICATE_RECORD', status: 'BADREQUEST' } })),
    )
  })

  test('a request that is repeated with its Idempotency-Key creates one definition', async () => {
    const as = await aMerchant()
    const asked = { as, body: TABLE, headers: { 'idempotency-key': 'once' } }

    const responses = [await app.ask('POST', PATH, asked), await app.ask('POST', PATH, asked)]

    expect(responses.map(({ status, isReplayed }) => [status, isReplayed])).toEqual([
      [200, false],
      [200, true],
    ])
    expect(responses[1]?.body).toEqual(responses[0]?.body)
  })
})

test('an unknown member of a definition is a warning of that field, and only of that response', async () => {
  const as = await aMerchant()
  const unknown = (field: string) => ({
    field,
    reason: 'UNKNOWN_FIELD',
    message: `${field} is unknown and was ignored.`,
  })
  await app.ask('POST', PATH, { as, body: { fieldType: 'Text', label: 'Table' } })

  const created = await app.ask('POST', PATH, { as, body: { fieldType: 'Text', label: 'Room', required: true } })
  const read = await app.ask('GET', PATH, { as })
  const changed = await app.ask('PUT', `${PATH}/1`, { as, body: { fieldType: 'Text', label: 'Desk', requird: true } })
  const [desk] = changed.body as object[]
  const sentBack = await app.ask('PUT', `${PATH}/1`, { as, body: desk })

  expect([created.status, read.status, changed.status, sentBack.status]).toEqual([200, 200, 200, 200])
  expect(created.body).toMatchObject([{ label: 'Table' }, { label: 'Room', warnings: [unknown('required')] }])
  expect(changed.body).toMatchObject([{ label: 'Desk', warnings: [unknown('requird')] }, { label: 'Room' }])
  expect(JSON.stringify([read.body, sentBack.body])).not.toContain('warnings')
})

describe('a request about custom fields is refused', () => {
  test('a refusal names all wrong fields', async () => {
    const as = await aMerchant()

    const response = await app.ask('POST', PATH, {
      as,
      body: { fieldType: 'Number', textMaxLength: 256, colour: 'red' },
    })

    expect(response).toMatchObject({
      status: 400,
      body: { status: 'BADREQUEST', reason: 'VALIDATION_ERROR' },
    })
    expect((response.body as { details: object[] }).details).toEqual([
      { field: 'fieldType', reason: 'INVALID_DATA' },
      { field: 'textMaxLength', reason: 'INVALID_DATA' },
      { field: 'label', reason: 'MISSING_FIELD' },
    ])
  })

  test.each(['GET', 'POST', 'PUT', 'DELETE'])('without credentials: %s', async (method) => {
    const path = method === 'PUT' || method === 'DELETE' ? `${PATH}/1` : PATH

    expect(await app.ask(method, path)).toMatchObject({
      status: 401,
      body: { response: { rmsg: 'Authentication Failed' } },
    })
  })

  test.each(['PUT', 'DELETE'])('for another merchant’s field: %s', async (method) => {
    const [owner, other] = [await aMerchant(), await aMerchant()]
    await app.ask('POST', PATH, { as: owner, body: TABLE })
    const { organizationId } = owner.organization

    for (const path of [`${PATH}/1`, `${PATH}/1?organizationId=${organizationId}`]) {
      expect(await app.ask(method, path, { as: other, body: TABLE })).toMatchObject({ status: 404 })
    }
    expect((await app.ask('GET', PATH, { as: owner })).body).toHaveLength(1)
  })

  test.each(['2', '0', 'x', '1.0', '-1', '99999999999999999999'])('for an unknown id: %s', async (id) => {
    const as = await aMerchant()
    await app.ask('POST', PATH, { as, body: TABLE })

    for (const method of ['PUT', 'DELETE']) {
      expect(await app.ask(method, `${PATH}/${id}`, { as, body: {} })).toMatchObject({
        status: 404,
        body: { reason: 'NOT_FOUND', message: 'The merchant defined field does not exist.' },
      })
    }
  })

  test('a deleted definition is 404', async () => {
    const as = await aMerchant()
    await app.ask('POST', PATH, { as, body: TABLE })
    await app.ask('DELETE', `${PATH}/1`, { as })

    expect(await app.ask('DELETE', `${PATH}/1`, { as })).toMatchObject({ status: 404 })
    expect(await app.ask('PUT', `${PATH}/1`, { as, body: TABLE })).toMatchObject({ status: 404 })
  })

  test('a fifty-first definition is refused', async () => {
    const as = await aMerchant()
    for (let index = 1; index <= 50; index += 1) {
      await app.ask('POST', PATH, { as, body: { fieldType: 'Text', label: `Field ${index}` } })
    }

    expect(await app.ask('POST', PATH, { as, body: TABLE })).toMatchObject({
      status: 400,
      body: { reason: 'ACTION_NOT_ALLOWED' },
    })
    expect((await app.ask('DELETE', `${PATH}/7`, { as })).body).toHaveLength(49)
    expect(await app.ask('POST', PATH, { as, body: { fieldType: 'Text', label: 'Table' } })).toMatchObject({
      status: 200,
      body: expect.arrayContaining([expect.objectContaining({ id: '51', merchantDefinedDataIndex: 7 })]),
    })
  })

  test.each(['Purchase', 'Donation', 'invoices', 'x'])('for the reference type %s', async (type) => {
    const as = await aMerchant()

    expect(await app.ask('POST', `/invoicing/v2/${type}/merchantDefinedFields`, { as, body: TABLE })).toMatchObject({
      status: 404,
      body: { reason: 'NOT_FOUND', message: expect.stringContaining('payment links') },
    })
  })

  test('a partner that names no merchant is refused', async () => {
    const as = await anOrganization(app, 'partner', { type: 'partner' })
    const shop = await aMerchant('partner')
    const forShop = `${PATH}?organizationId=${shop.organization.organizationId}`

    for (const method of ['GET', 'POST']) {
      expect(await app.ask(method, PATH, { as, ...(method === 'GET' ? {} : { body: TABLE }) })).toMatchObject({
        status: 400,
        body: {
          reason: 'VALIDATION_ERROR',
          details: [{ field: 'organizationId', reason: 'MISSING_FIELD' }],
        },
      })
    }
    expect(await app.ask('POST', forShop, { as, body: TABLE })).toMatchObject({ status: 200 })
    expect((await app.ask('GET', PATH, { as: shop })).body).toHaveLength(1)
  })
})

test('the reference type is read in any letter case', async () => {
  const as = await aMerchant()

  for (const type of ['invoice', 'INVOICE']) {
    const path = `/invoicing/v2/${type}/merchantDefinedFields`
    expect(await app.ask('GET', path, { as })).toMatchObject({ status: 200, body: [] })
  }
})

test('merchantDefinedFields is a valid invoice number', async () => {
  const as = await aMerchant()
  const invoiceNumber = 'merchantDefinedFields'
  await app.ask('POST', '/invoicing/v2/invoices', {
    as,
    body: anInvoiceBody({ invoiceInformation: { invoiceNumber } }),
  })

  expect(await app.ask('GET', `/invoicing/v2/invoices/${invoiceNumber}`, { as })).toMatchObject({
    status: 200,
    body: { id: invoiceNumber },
  })
})

async function actionsOf(organizationId: string): Promise<readonly string[]> {
  const filter = { organizationId, action: 'custom-field' }
  const entries = await listAudit(app.database.db, filter, { limit: 10 })
  return entries.map(({ action }) => action)
}
