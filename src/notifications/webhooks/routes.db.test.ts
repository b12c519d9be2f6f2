import { beforeAll, describe, expect, test } from 'vitest'
import { isGenuine } from '../../../examples/verify-webhook.ts'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, family, testSecrets } from '../../../test/support/data/organizations.ts'
import { webhookClients } from '../../../test/support/http/webhook-client.ts'
import { aReceiver } from '../../../test/support/http/webhook-receiver.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { signingKeyOf } from './signing-key-store.ts'
import { subscribersOf } from './webhook-store.ts'

const app = await startApp({ with: [webhookClients] })
const { db } = app.database
type Client = ReturnType<typeof app.webhooksOf>
let partner: Client
let shop: Client
let foreign: Client
beforeAll(async () => {
  const keys = await family(app)
  ;[partner, shop, foreign] = [app.webhooksOf(keys.partner), app.webhooksOf(keys.shop), app.webhooksOf(keys.foreign)]
  await Promise.all([partner.createKey(), shop.createKey()])
})

const PAID = 'invoicing.customer.invoice.paid'
const fieldsOf = ({ body }: Awaited<ReturnType<Client['create']>>) =>
  body.details.map(({ field }: { field: string }) => field)

async function auditOf(subject: string): Promise<readonly string[]> {
  const entries = await listAudit(db, { organizationId: 'shop', action: 'webhook' }, { limit: 1_000 })
  return entries.filter((entry) => entry.subject === subject).map(({ action }) => action)
}

describe('POST /kms/egress/v2/keys-sym', () => {
  test('a key is stored encrypted and audited without its secret; the next one replaces it', async () => {
    const first = await shop.createKey({ tenant: 'shop' })
    const second = await shop.createKey({ organizationId: 'shop', expiryDuration: 30 })

    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body).toEqual({
      submitTimeUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      status: 'SUCCESS',
      keyInformation: {
        ...{ provider: 'NRTD', tenant: 'shop', organizationId: 'shop', keyType: 'sharedSecret', status: 'active' },
        keyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        key: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        expirationDate: expect.stringMatching(/\+0000$/),
      },
    })
    const stored = await signingKeyOf(db, testSecrets, 'shop')
    expect(stored?.secret.toString('base64')).toBe(second.body.keyInformation.key)
    expect(stored?.expiresAt.since(stored.createdAt).total('hours')).toBe(30 * 24)
    expect(await auditOf(`webhook-key:${stored?.keyId}`)).toEqual(['webhook.key-created'])
    const entries = await listAudit(db, { organizationId: 'shop' }, { limit: 1_000 })
    expect(JSON.stringify(entries)).not.toContain(second.body.keyInformation.key)
  })

  test('repeats the response to the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'key 1' }
    const [first, second] = [await shop.createKey({}, headers), await shop.createKey({}, headers)]

    expect(second.text).toBe(first.text)
    expect((await signingKeyOf(db, testSecrets, 'shop'))?.keyId).toBe(first.body.keyInformation.keyId)
  })

  test('a key is created only for organizations that the caller may act for', async () => {
    const statuses = [
      (await partner.createKey({ organizationId: 'shop' })).status,
      (await shop.createKey({ organizationId: 'partner' })).status,
      (await foreign.createKey({ organizationId: 'shop' })).status,
      (await app.webhooksOf(undefined).createKey()).status,
    ]

    expect(statuses).toEqual([201, 404, 404, 401])
  })

  test.each([
    [{ clientRequestAction: 'STORE', keyInformation: {} }, ['clientRequestAction']],
    [{ clientRequestAction: 'CREATE' }, ['keyInformation']],
    [{}, ['clientRequestAction', 'keyInformation']],
    [
      { clientRequestAction: 'CREATE', keyInformation: { keyType: 'oAuthClientCredentials', expiryDuration: '0' } },
      ['keyInformation.keyType', 'keyInformation.expiryDuration'],
    ],
    [
      { clientRequestAction: 'CREATE', keyInformation: { provider: 'x', expiryDuration: 'a' } },
      ['keyInformation.provider', 'keyInformation.expiryDuration'],
    ],
    [
      { clientRequestAction: 'CREATE', keyInformation: { keyType: 'sharedSecret', organizationId: 7 } },
      ['keyInformation.organizationId'],
    ],
    ['[]', ['']],
  ])('refuses %j with 400', async (body, fields) => {
    const response = await shop.call('POST', '/kms/egress/v2/keys-sym', body, { 'content-type': 'application/json' })

    expect(response.status).toBe(400)
    expect(fieldsOf(response)).toEqual(fields)
  })
})

describe('a webhook', () => {
  test('a webhook is created inactive, with the usual retry policy, and is read, listed, changed and deleted', async () => {
    const created = await shop.create({ organizationId: 'shop' })
    const { webhookId } = created.body

    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      ...{ organizationId: 'shop', webhookId, name: 'Orders', description: 'Notifies the shop' },
      products: [{ productId: 'customerInvoicing', eventTypes: [PAID] }],
      ...{ webhookUrl: 'https://shop.example/hooks', notificationScope: 'DESCENDANTS' },
      retryPolicy: {
        ...{ algorithm: 'ARITHMETIC', firstRetry: 1, interval: 1, numberOfRetries: 3 },
        ...{ repeatSequenceCount: 0, repeatSequenceWaitTime: 0, deactivateFlag: 'false' },
      },
      securityPolicy: { securityType: 'key' },
      ...{ status: 'INACTIVE', statusReason: 'NEW' },
      createdOn: '2026-03-09T10:00:00.000Z',
      updatedOn: '2026-03-09T10:00:00.000Z',
    })
    expect((await shop.get(webhookId)).body).toEqual(created.body)
    expect((await shop.list(`?organizationId=shop&eventType=${PAID}`)).body).toContainEqual(created.body)
    expect((await shop.list('?productId=payments')).body).toEqual([])

    const changed = await shop.update(webhookId, { name: 'Other', retryPolicy: { numberOfRetries: '5' } })
    expect(changed.body).toMatchObject({ name: 'Other', retryPolicy: { numberOfRetries: 5, interval: 1 } })
    expect(await subscribersOf(db, [{ organizationId: 'shop', eventType: PAID }])).toEqual([[]])
    const activated = await shop.status(webhookId, 'ACTIVE')
    expect([activated.status, activated.text]).toEqual([200, ''])
    expect(await subscribersOf(db, [{ organizationId: 'shop', eventType: PAID }])).toMatchObject([[{ webhookId }]])
    await shop.status(webhookId, 'inactive')

    const removed = await shop.remove(webhookId)
    expect([removed.status, removed.text]).toEqual([200, ''])
    const after = await Promise.all([
      shop.get(webhookId),
      shop.remove(webhookId),
      shop.update(webhookId, {}),
      shop.status(webhookId, 'ACTIVE'),
      shop.test(webhookId),
    ])
    expect(after.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await auditOf(`webhook:${webhookId}`)).toEqual([
      ...['webhook.deleted', 'webhook.deactivated', 'webhook.activated', 'webhook.updated', 'webhook.created'],
    ])
  })

  test('is created from a body of version 1', async () => {
    const response = await shop.call('POST', '/notification-subscriptions/v2/webhooks', {
      ...{ name: 'Old', productId: 'payments', eventTypes: ['payments.approved', 'payments.approved'] },
      webhookUrl: 'https://shop.example/old',
      notificationScope: { scope: 'SELF', scopeData: ['shop'] },
      retryPolicy: { algorithm: 'geometric', firstRetry: 10, interval: 30, numberOfRetries: 3, deactivateFlag: 'true' },
      securityPolicy: { securityType: 'KEY', proxyType: 'external' },
    })

    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      products: [{ productId: 'payments', eventTypes: ['payments.approved'] }],
      ...{ notificationScope: 'SELF', scopeData: ['shop'], securityPolicy: { securityType: 'key' } },
      retryPolicy: { algorithm: 'GEOMETRIC', deactivateFlag: 'true' },
    })
  })

  test.each([
    [{ webhookUrl: undefined }, ['webhookUrl']],
    [{ webhookUrl: 'http://10.0.0.1/', healthCheckUrl: 'http://169.254.169.254/' }, ['webhookUrl', 'healthCheckUrl']],
    [{ products: [] }, ['products']],
    [{ products: undefined }, ['products']],
    [{ products: [{ productId: 'unknown', eventTypes: [PAID] }] }, ['products[0].productId']],
    [{ products: [{ productId: 'payments', eventTypes: [PAID] }] }, ['products[0].eventTypes[0]']],
    [{ products: [{ productId: 'payments', eventTypes: [] }] }, ['products[0].eventTypes']],
    [{ securityPolicy: { securityType: 'oAuth' } }, ['securityPolicy.securityType']],
    [{ securityPolicy: { securityType: 'oAuth_JWT' } }, ['securityPolicy.securityType']],
    [{ notificationScope: 'ALL' }, ['notificationScope']],
    [
      { notificationScope: { scope: 'SELF', scopeData: ['sister', 'unknown'] } },
      ['notificationScope.scopeData[0]', 'notificationScope.scopeData[1]'],
    ],
    [
      { retryPolicy: { algorithm: 'X', firstRetry: 0, interval: 'a' } },
      ['retryPolicy.algorithm', 'retryPolicy.firstRetry', 'retryPolicy.interval'],
    ],
    [
      { retryPolicy: { algorithm: 'GEOMETRIC', firstRetry: 10, interval: 100, numberOfRetries: 5 } },
      ['retryPolicy.numberOfRetries'],
    ],
    [{ name: 'a'.repeat(256), description: 'a\u0000' }, ['name', 'description']],
    [{ name: 7, retryPolicy: 'often', securityPolicy: [] }, ['name', 'retryPolicy', 'securityPolicy']],
  ])('is refused with %j', async (given, fields) => {
    const response = await shop.create(given)

    expect(response.status).toBe(400)
    expect(fieldsOf(response)).toEqual(fields)
  })

  test('needs a signing key that has not expired', async () => {
    const keyless = app.webhooksOf(await anOrganization(app, 'keyless'))
    const before = await keyless.create()
    await keyless.createKey()
    await app.database.pool.query(
      `update webhook_signing_keys set expires_at = now() - interval '1 second' where organization_id = 'keyless'`,
    )
    const expired = await keyless.create()
    await keyless.createKey()

    expect([before, expired].map(({ status, body }) => [status, body.reason])).toEqual([
      [400, 'SIGNING_KEY_MISSING'],
      [400, 'SIGNING_KEY_MISSING'],
    ])
    expect((await keyless.create()).status).toBe(201)
  })

  test('needs no signing key with QUITTANCE_WEBHOOK_KEY_REQUIRED=false, but a test notification does', async () => {
    const open = await startApp({ with: [webhookClients], environment: { QUITTANCE_WEBHOOK_KEY_REQUIRED: 'false' } })
    const keyless = open.webhooksOf(await anOrganization(open, 'keyless'))

    const { status, body } = await keyless.create()
    const tested = await keyless.test(body.webhookId)

    expect([status, body.status]).toEqual([201, 'INACTIVE'])
    expect([tested.status, tested.body.reason]).toEqual([400, 'SIGNING_KEY_MISSING'])
  })

  test('a webhook is visible to its organization and those above, and to no others', async () => {
    const { body } = await partner.create({ organizationId: 'account' })
    expect(body.reason).toBe('SIGNING_KEY_MISSING')
    const { webhookId } = (await partner.create({ organizationId: 'shop' })).body

    const statuses = await Promise.all(
      [partner, shop, foreign].map(async (client) => [
        (await client.get(webhookId)).status,
        (await client.update(webhookId, { name: 'Mine' })).status,
        (await client.status(webhookId, 'ACTIVE')).status,
      ]),
    )

    expect(statuses).toEqual([
      [200, 200, 200],
      [200, 200, 200],
      [404, 404, 404],
    ])
    const ids = ['7', '%00', '00000000-0000-4000-8000-000000000000']
    expect(await Promise.all(ids.map(async (id) => (await shop.get(id)).status))).toEqual([404, 404, 404])
    expect((await foreign.list('?organizationId=shop')).status).toBe(404)
  })

  test('a new webhook, or one with a new address, gets a health check', async () => {
    const { webhookId } = (await shop.create()).body
    const checks = async () => {
      const { rows } = await app.database.pool.query(
        `delete from agenda where kind = 'webhook.health' and subject = $1 returning organization_id`,
        [webhookId],
      )
      return rows.length
    }

    const counts = [await checks()]
    await shop.update(webhookId, { name: 'Same place' })
    counts.push(await checks())
    await shop.update(webhookId, { webhookUrl: 'https://shop.example/moved' })
    counts.push(await checks())
    await shop.status(webhookId, 'INACTIVE')
    await shop.update(webhookId, { webhookUrl: 'https://shop.example/away' })
    counts.push(await checks())

    expect(counts).toEqual([1, 0, 1, 0])
  })

  test('a status that cannot be requested is refused', async () => {
    const { webhookId } = (await shop.create()).body

    for (const status of ['SUSPENDED', '', 7, undefined]) {
      const response = await shop.status(webhookId, status)
      expect([response.status, fieldsOf(response)]).toEqual([400, ['status']])
    }
  })

  test('is created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'hook 1' }
    const [first, second] = [await shop.create({}, headers), await shop.create({}, headers)]

    expect(second.body.webhookId).toBe(first.body.webhookId)
  })
})

test('an organization has at most 100 webhooks, however many are created concurrently', async () => {
  const owner = app.webhooksOf(await anOrganization(app, 'eager'))
  await owner.createKey()
  await owner.create()
  await app.database.pool.query(
    `insert into webhooks select organization_id, gen_random_uuid(), name, description, products, event_types,
      webhook_url, health_check_url, notification_scope, scope_organizations, retry_policy, security_policy, status,
      status_reason, health_check_due_at, created_on, updated_on, deleted_at
      from webhooks, generate_series(1, 97) where organization_id = 'eager'`,
  )

  const responses = await Promise.all(Array.from({ length: 4 }, () => owner.create()))

  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400])
})

describe('a test notification', () => {
  test('a test notification is sent immediately, signed, and the response has its outcome', async () => {
    const receiver = await aReceiver()
    const { keyInformation } = (await shop.createKey()).body
    const { webhookId } = (await shop.create({ webhookUrl: receiver.url })).body

    const delivered = await shop.test(webhookId)
    receiver.answer(503)
    const refused = await shop.test(webhookId)

    expect([delivered.status, refused.status]).toEqual([201, 201])
    expect(delivered.body).toMatchObject({
      ...{ webhookId, organizationId: 'shop', productId: 'customerInvoicing', eventType: PAID, retryNumber: 0 },
      ...{ requestType: 'NEW', isDelivered: true, responseStatus: 200 },
      payloads: { testPayload: { message: 'This is a test notification.' } },
    })
    expect(refused.body).toMatchObject({
      ...{ isDelivered: false, responseStatus: 503 },
      payloads: { testPayload: { message: 'The receiver answered 503.' } },
    })
    const [{ headers, text }] = receiver.received as [(typeof receiver.received)[0]]
    const body = Buffer.from(text)
    const signature = String(headers['v-c-signature'])
    expect(isGenuine(signature, body, keyInformation)).toBe(true)
    expect(isGenuine(signature, Buffer.concat([body, Buffer.from(' ')]), keyInformation)).toBe(false)
    expect(isGenuine(signature, body, keyInformation, Date.now() + 600_000)).toBe(false)
    expect(isGenuine(signature, body, { ...keyInformation, keyId: 'other' })).toBe(false)
    expect(isGenuine(signature, body, { ...keyInformation, key: 'b3RoZXI=' })).toBe(false)
    expect(isGenuine('', body, keyInformation)).toBe(false)
    expect(headers).toMatchObject({ 'v-c-event-type': PAID, 'v-c-webhook-id': webhookId })
    expect(await auditOf(`webhook:${webhookId}`)).toEqual(['webhook.tested', 'webhook.tested', 'webhook.created'])
  })

  test('a test notification that does not reach its receiver returns the reason, without addresses', async () => {
    const { webhookId } = (await shop.create({ webhookUrl: 'http://shop.invalid/' })).body

    const { body } = await shop.test(webhookId)

    expect(body).toMatchObject({ isDelivered: false })
    expect(body.responseStatus).toBeUndefined()
    expect(body.payloads.testPayload.message).toMatch(/could not be resolved|in time/)
  })
})

test('products are listed with their events, for organizations that the caller may act for', async () => {
  const { body } = await shop.products('shop')

  expect(body.map(({ productId }: { productId: string }) => productId)).toEqual([
    'customerInvoicing',
    'payments',
    'reporting',
  ])
  expect(body[0].eventTypes[1]).toEqual({
    ...{ eventName: PAID, displayName: 'Invoice paid' },
    ...{ frequency: 1, timeSensitivity: true, payloadEncryption: false },
  })
  expect((await partner.products('shop')).status).toBe(200)
  expect((await shop.products('sister')).status).toBe(404)
})
