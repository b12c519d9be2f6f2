import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aDeliveryWorld, type DeliveryWorld, SIGNING_SECRET } from '../../../test/support/data/deliveries.ts'
import { aTester } from '../../../test/support/data/organizations.ts'
import { aReceiver, type WebhookReceiver } from '../../../test/support/http/webhook-receiver.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { countNotifications, eraseNotifications, notificationsTo } from '../erasure/erasure-store.ts'
import { pruneDeliveries } from '../retention/jobs.ts'
import { requestStatus } from '../webhooks/change-webhooks.ts'
import { scheduleHealthCheck } from '../webhooks/suspension.ts'
import { USUAL_RETRY_POLICY } from '../webhooks/webhook.ts'

let world: DeliveryWorld
beforeAll(async () => {
  world = await aDeliveryWorld()
  await world.start()
})
beforeEach(async () => {
  await world.database.pool.query('update webhooks set deleted_at = now()')
})

const numbersOf = ({ received }: WebhookReceiver, subject: string) =>
  received.filter(({ body }) => body.payload.data.of === subject).map(({ body }) => body.sequenceNumber)

const about = (...subjects: string[]) =>
  subjects.map((subject) => ({ subject: `invoice:${subject}`, payload: { of: subject } }))

test('an event reaches its webhook once, signed, with a stable id', async () => {
  const receiver = await aReceiver()
  const webhook = await world.subscribe(receiver.url)

  await world.publish({ subject: 'invoice:once', payload: { invoiceNumber: 'once', amount: 1 } })
  await world.quiet()

  expect(receiver.received).toHaveLength(1)
  const { headers = {}, text, body } = receiver.received[0] ?? {}
  const payload = { data: { invoiceNumber: 'once', amount: '1' }, organizationId: 'shop' }
  expect(body).toMatchObject({ webhookId: webhook.webhookId, sequenceNumber: 1, retryNumber: 0, payload })
  const [, time, keyId, code] = /^t=(\d+);keyId=([^;]+);sig=(.+)$/.exec(String(headers['v-c-signature'])) ?? []
  expect(keyId).toBe(world.keyId)
  expect(code).toBe(createHmac('sha256', SIGNING_SECRET).update(`${time}.${text}`).digest('base64'))
  expect(await world.states(webhook)).toEqual([{ state: 'delivered', attempts: 1, reason: null }])
})

test('notifications of an invoice arrive in order, whatever their number', async () => {
  const receiver = await aReceiver()
  await world.subscribe(receiver.url)
  const subjects = ['a', 'b', 'c']

  for (let round = 0; round < 40; round += 1) await world.publish(...about(...subjects))
  await world.quiet()

  const counted = Array.from({ length: 40 }, (_, index) => index + 1)
  for (const subject of subjects) expect(numbersOf(receiver, subject)).toEqual(counted)
})

test('a retry follows the policy by the product’s clock, and later events do not wait for it', async () => {
  const receiver = await aReceiver()
  const retryPolicy = { ...USUAL_RETRY_POLICY, firstRetry: 10, interval: 30 }
  const webhook = await world.subscribe(receiver.url, { retryPolicy })
  const start = world.clock.now()
  receiver.answer(({ body }, response) => {
    response.statusCode = body.sequenceNumber === 1 ? 503 : 204
    response.end()
  })

  await world.publish(...about('r', 'r'))
  await world.quiet()
  expect(numbersOf(receiver, 'r')).toEqual([1, 2])
  const moments = await world.advance(24)

  const after = (minutes: number) => start.add({ minutes }).toString()
  expect(moments).toEqual([after(10), after(50), after(120)])
  const retries = receiver.received.filter(({ body }) => body.sequenceNumber === 1)
  expect(new Set(retries.map(({ body }) => body.notificationId)).size).toBe(1)
  expect(retries.map(({ body, headers }) => [body.retryNumber, body.requestType, headers['v-c-retry-count']])).toEqual([
    [0, 'NEW', '0'],
    [1, 'RETRY', '1'],
    [2, 'RETRY', '2'],
    [3, 'RETRY', '3'],
  ])
  expect(await world.states(webhook)).toEqual([
    { state: 'failed', attempts: 4, reason: 'The receiver answered 503.' },
    { state: 'delivered', attempts: 1, reason: null },
  ])
})

test('a redirection is not followed, and a huge response is stored in part', async () => {
  const [elsewhere, redirecting, huge] = [await aReceiver(), await aReceiver(), await aReceiver()]
  const webhooks = [await world.subscribe(redirecting.url), await world.subscribe(huge.url)]
  redirecting.answer((_request, response) => {
    response.writeHead(307, { Location: elsewhere.url })
    response.end()
  })
  huge.answer((_request, response) => {
    response.writeHead(200, { 'X-Text': 'x'.repeat(4_000) })
    for (let count = 0; count < 64; count += 1) response.write('\0é'.repeat(32_768))
    response.end()
  })

  await world.publish(...about('h'))
  await world.quiet()

  expect(elsewhere.received).toEqual([])
  expect(await Promise.all(webhooks.map((webhook) => world.states(webhook)))).toEqual([
    [{ state: 'waiting', attempts: 1, reason: 'The receiver answered 307; redirections are not followed.' }],
    [{ state: 'delivered', attempts: 1, reason: null }],
  ])
  const { rows } = await world.database.pool.query(
    `select length(response_body) as body, response_headers ->> 'x-text' as text from webhook_attempts
     where webhook_id = $1`,
    [webhooks[1]?.webhookId],
  )
  expect(rows[0].body).toBeGreaterThan(1_000)
  expect(rows[0].body).toBeLessThanOrEqual(4_096)
  expect(rows[0].text).toHaveLength(512)
})

test('a dead or slow receiver does not delay the others', async () => {
  const [healthy, hanging, closed] = [await aReceiver(), await aReceiver(), await aReceiver()]
  await world.subscribe(healthy.url)
  const slow = await world.subscribe(hanging.url)
  await world.subscribe(closed.url)
  const released = Promise.withResolvers<void>()
  hanging.answer((_request, response) => void released.promise.then(() => response.end()))
  await closed.close()

  await world.publish(...about('s1', 's2', 's3', 's4', 's5', 's1', 's2', 's3', 's4', 's5'))
  await eventually(async () => healthy.received.length === 10)

  const held = (await world.states(slow)).filter(({ attempts }) => attempts > 0)
  expect(held).toEqual([])
  released.resolve()
  await world.quiet()
  expect(hanging.received).toHaveLength(10)
})

test('a webhook is suspended when retries are exhausted, and gets held notifications when it is healthy', async () => {
  const receiver = await aReceiver()
  const retryPolicy = { ...USUAL_RETRY_POLICY, numberOfRetries: 1, deactivateFlag: true }
  const webhook = await world.subscribe(receiver.url, { retryPolicy })
  const status = async () =>
    (await world.database.pool.query('select status from webhooks where webhook_id = $1', [webhook.webhookId])).rows[0]
      .status
  receiver.answer(500)
  await world.publish(...about('held'))
  await world.advance(0.05)
  expect(await status()).toBe('SUSPENDED')

  await world.publish(...about('held', 'held', 'held'))
  await world.advance(1)
  expect((await world.states(webhook)).map(({ state }) => state)).toEqual(['failed', 'held', 'held', 'held'])
  expect(receiver.received).toHaveLength(2)

  receiver.answer(200)
  await world.advance(2)
  expect(await status()).toBe('ACTIVE')
  expect((await world.states(webhook)).map(({ state }) => state)).toEqual([
    'failed',
    'delivered',
    'delivered',
    'delivered',
  ])
  expect(numbersOf(receiver, 'held')).toEqual([1, 1, 2, 3, 4])
})

test('a suspended webhook that its owner activates gets held notifications', async () => {
  const receiver = await aReceiver()
  const retryPolicy = { ...USUAL_RETRY_POLICY, numberOfRetries: 1, deactivateFlag: true }
  const webhook = await world.subscribe(receiver.url, { retryPolicy })
  receiver.answer(500)
  await world.publish(...about('back'))
  await world.advance(0.05)
  await world.publish(...about('back'))
  await world.quiet()
  expect((await world.states(webhook)).map(({ state }) => state)).toEqual(['failed', 'held'])

  receiver.answer(204)
  const deps = {
    ...{ clock: world.clock, machineClock: systemClock, problemOf: () => undefined, isSigningKeyRequired: true },
  }
  const { organizationId, webhookId } = webhook
  await requestStatus(deps, world.database, { organizationId, by: aTester }, { webhookId, status: 'ACTIVE' })
  await world.advance(1)

  expect((await world.states(webhook)).map(({ state }) => state)).toEqual(['failed', 'delivered'])
})

test('waiting notifications of a deactivated or deleted webhook are given up', async () => {
  const receiver = await aReceiver()
  receiver.answer(500)
  const [inactive, deleted] = [await world.subscribe(receiver.url), await world.subscribe(receiver.url)]
  await world.publish(...about('off'))
  await world.quiet()

  await world.database.pool.query(`update webhooks set status = 'INACTIVE' where webhook_id = $1`, [inactive.webhookId])
  await world.database.pool.query('update webhooks set deleted_at = now() where webhook_id = $1', [deleted.webhookId])
  await world.advance(1)

  expect(receiver.received).toHaveLength(2)
  expect(await world.states(inactive)).toMatchObject([{ state: 'failed', reason: 'The webhook is inactive.' }])
  expect(await world.states(deleted)).toMatchObject([{ state: 'failed', reason: 'The webhook was deleted.' }])
})

test('an erasure clears sent notifications about a person and gives up waiting ones; others stay', async () => {
  const receiver = await aReceiver()
  const webhook = await world.subscribe(receiver.url)
  receiver.answer(({ body }, response) => {
    response.statusCode = body.payload.data.emailTo === 'later@example.org' ? 500 : 200
    response.end(body.payload.data.emailTo)
  })
  const emails = ['gone@example.org', 'kept@example.org', 'later@example.org']
  await world.publish(...emails.map((emailTo) => ({ subject: `invoice:${emailTo}`, payload: { emailTo } })))
  await world.quiet()
  const selection = notificationsTo('shop', ['gone@example.org', 'later@example.org'])

  const found = await countNotifications(world.database.db, selection)
  const erased = await eraseNotifications(world.database.db, selection)
  await world.advance(1)

  expect(found.counts).toEqual({ events: 2, 'webhook deliveries': 2 })
  expect(erased).toEqual(found)
  const { rows } = await world.database.pool.query(
    `select data, state, response_body as answer from webhook_deliveries join webhook_attempts
       using (organization_id, webhook_id, delivery_id) where webhook_id = $1 order by position`,
    [webhook.webhookId],
  )
  expect(rows).toEqual([
    { data: null, state: 'delivered', answer: null },
    { data: '{"emailTo":"kept@example.org"}', state: 'delivered', answer: 'kept@example.org' },
    { data: null, state: 'failed', answer: null },
  ])
})

test('finished deliveries expire with their attempts; waiting ones stay', async () => {
  const receiver = await aReceiver()
  const webhook = await world.subscribe(receiver.url)
  receiver.answer(({ body }, response) => {
    response.statusCode = body.payload.data.of === 'waits' ? 500 : 200
    response.end()
  })
  await world.publish(...about('expires', 'waits'))
  await world.quiet()
  const prune = (days: number) =>
    pruneDeliveries({
      database: world.database,
      clock: { now: () => world.clock.now().add({ hours: 24 * days, milliseconds: 1 }) },
      webhookRetentionDays: 30,
    })
  const keep = (days: number) =>
    world.database.pool.query('update webhook_deliveries set kept_since = now() - make_interval(days => $1)', [days])

  await keep(31)
  await prune(29)
  expect(await world.states(webhook)).toHaveLength(2)
  // A sandbox whose clock was moved keeps recent deliveries.
  await keep(29)
  await prune(30)
  expect(await world.states(webhook)).toHaveLength(2)
  await keep(31)
  await prune(30)

  expect(await world.states(webhook)).toMatchObject([{ state: 'waiting' }])
})

test('two nodes send each notification once, and in order', async () => {
  const second = await world.start()
  const receivers = await Promise.all(Array.from({ length: 6 }, () => aReceiver()))
  for (const { url } of receivers) await world.subscribe(url)
  const subjects = ['t1', 't2', 't3']

  for (let round = 0; round < 10; round += 1) await world.publish(...about(...subjects))
  await world.quiet()
  await second.stop()

  const counted = Array.from({ length: 10 }, (_, index) => index + 1)
  for (const receiver of receivers) {
    for (const subject of subjects) expect(numbersOf(receiver, subject)).toEqual(counted)
  }
})

test.each([
  ['an address for health checks that answers 200', 200, '/health', 'ACTIVE'],
  ['an address for health checks that answers 404', 404, '/health', 'SUSPENDED'],
  ['no such address, and its own takes no GET', 405, undefined, 'ACTIVE'],
  ['no such address, and its own fails', 503, undefined, 'SUSPENDED'],
] as const)('a health check decides the status of a new webhook: %s', async (_, answer, path, status) => {
  const receiver = await aReceiver()
  receiver.answer(answer)
  const healthCheckUrl = path === undefined ? undefined : new URL(path, receiver.url).href
  const given = {
    healthCheckUrl,
    status: 'INACTIVE',
    statusReason: 'NEW',
    healthCheckDueAt: world.clock.now(),
  } as const
  const webhook = await world.subscribe(receiver.url, given)
  await world.database.transaction((tx) => scheduleHealthCheck(tx, { ...webhook, dueAt: world.clock.now() }))

  await world.advance(0.01)

  const { rows } = await world.database.pool.query('select status from webhooks where webhook_id = $1', [
    webhook.webhookId,
  ])
  expect(rows).toEqual([{ status }])
})
