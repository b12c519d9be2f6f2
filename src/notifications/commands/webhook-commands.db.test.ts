import { rmSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { aDeliveryWorld, type DeliveryWorld } from '../../../test/support/data/deliveries.ts'
import { aReceiver, type WebhookReceiver } from '../../../test/support/http/webhook-receiver.ts'
import { quittance } from '../../../test/support/processes/command.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { makeTemporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { USUAL_RETRY_POLICY, type Webhook } from '../webhooks/webhook.ts'

const folder = makeTemporaryFolder()
fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
let world: DeliveryWorld
let receiver: WebhookReceiver
let webhook: Webhook

beforeAll(async () => {
  world = await aDeliveryWorld()
  // Commands read the clock of the database, which no test has moved.
  world.clock.set(systemClock.now().toString())
  await world.start()
  receiver = await aReceiver()
  receiver.answer(({ body }, response) => {
    response.statusCode = body?.payload?.data?.of === 'bad' ? 500 : 200
    response.end()
  })
  const retryPolicy = { ...USUAL_RETRY_POLICY, numberOfRetries: 0 }
  webhook = await world.subscribe(receiver.url, { retryPolicy })
  await world.publish(
    { subject: 'invoice:7', payload: { of: 'good' } },
    { subject: 'invoice:8', payload: { of: 'bad' } },
  )
  await world.quiet()
})

const webhooks = (...args: readonly string[]) =>
  quittance(['webhooks', ...args], {
    QUITTANCE_DATA_DIR: folder,
    DATABASE_URL: world.url,
    // The key of `testSecrets`.
    QUITTANCE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    QUITTANCE_LOG_LEVEL: 'silent',
  })

test('webhooks are listed with their status, by organization and by status', async () => {
  const suspended = await world.subscribe('http://127.0.0.1:9/suspended', { status: 'SUSPENDED' })

  const all = await webhooks('list', '--organization', 'shop')
  const some = JSON.parse((await webhooks('list', '--status', 'suspended', '--json')).out)

  expect(all.out).toMatch(/^organization +id +status +address +events/)
  expect(all.out).toContain(`${webhook.webhookId}  ACTIVE (REQUESTED)`)
  expect(all.out).toContain('invoicing.customer.invoice.send')
  expect(some.webhooks.map(({ webhookId }: Webhook) => webhookId)).toEqual([suspended.webhookId])
  expect((await webhooks('list', '--status', 'asleep')).err).toContain(
    'status must be one of ACTIVE, INACTIVE, SUSPENDED',
  )
  expect((await webhooks('list', '--organization', 'nobody')).code).not.toBe(0)
})

test('deliveries are listed with the number of attempts and the reason, newest first', async () => {
  const { out } = await webhooks('deliveries', webhook.webhookId)
  const { deliveries } = JSON.parse(
    (await webhooks('deliveries', webhook.webhookId, '--status', 'failed', '--json')).out,
  )

  expect(out).toMatch(/^created +notification +status +event +about +attempts +reason/)
  const failed = /FAILED +invoicing\.customer\.invoice\.send +invoice:8 +1 +The receiver answered 500\./
  expect(out).toMatch(failed)
  expect(out).toMatch(/DELIVERED +invoicing\.customer\.invoice\.send +invoice:7 +1/)
  expect(out.search(failed)).toBeLessThan(out.indexOf('invoice:7'))
  expect(deliveries).toMatchObject([{ status: 'FAILED', attempts: [{ response: { status: 500 } }] }])
  expect((await webhooks('deliveries', webhook.webhookId, '--status', 'lost')).err).toContain('status must be one of')
  expect((await webhooks('deliveries', 'nonsense')).err).toContain('The webhook does not exist.')
})

test('notifications are replayed by id, or all that have failed', async () => {
  const { webhookId } = webhook
  const { deliveries } = JSON.parse((await webhooks('deliveries', webhookId, '--status', 'delivered', '--json')).out)
  const [{ notificationId }] = deliveries

  const byId = await webhooks('replay', webhookId, notificationId)
  await world.quiet()
  const failed = JSON.parse((await webhooks('replay', webhookId, '--hours', '2', '--json')).out)
  await world.quiet()
  await world.database.pool.query(`update webhook_deliveries set created_at = created_at - interval '3 hours'`)
  const old = await webhooks('replay', webhookId, '--hours', '1')

  expect(byId.out).toContain('1 notification is sent again.')
  expect(failed).toEqual({ webhookId, replayed: 1 })
  const sent = receiver.received.map(({ body }) => body.payload.data.of)
  // The first two are about different invoices and may arrive in any order.
  expect([sent.slice(0, 2).toSorted(), sent.slice(2)]).toEqual([
    ['bad', 'good'],
    ['good', 'bad'],
  ])
  expect(old.out).toContain('0 notifications are sent again.')
  const audited = await world.database.pool.query(`select from audit_entries where action = 'webhook.replayed'`)
  expect(audited.rowCount).toBe(3)
})

test('a refused replay names the wrong argument or option', async () => {
  const { webhookId } = webhook
  const refusal = async (...args: readonly string[]) => (await webhooks('replay', ...args)).err

  expect(await refusal(webhookId, 'nonsense')).toContain(
    'notifications[0] must be the id of a notification or of an attempt',
  )
  expect(await refusal(webhookId, '--hours', 'many')).toContain('hours must be a number of hours up to')
  expect(await refusal(webhookId, webhookId, '--hours', '2')).toContain('hours cannot be combined with ids')
  expect(await refusal('nonsense')).toContain('The webhook does not exist.')
})
