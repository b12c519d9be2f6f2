import { beforeAll, expect, test } from 'vitest'
import { aDeliveryWorld, type DeliveryWorld } from '../../../test/support/data/deliveries.ts'
import { aTester } from '../../../test/support/data/organizations.ts'
import { aReceiver } from '../../../test/support/http/webhook-receiver.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { USUAL_RETRY_POLICY } from '../webhooks/webhook.ts'
import { ALL_DELIVERIES, findWebhookOwner, listDeliveries } from './log-store.ts'
import { presentDelivery } from './present-delivery.ts'
import { readReplay, replay } from './replay.ts'

const actor = { organizationId: 'shop', by: aTester }
const NO_RETRIES = { retryPolicy: { ...USUAL_RETRY_POLICY, numberOfRetries: 0 } }
let world: DeliveryWorld
beforeAll(async () => {
  world = await aDeliveryWorld()
  await world.start()
})

const listed = async (webhook: { readonly webhookId: string }, filter = {}) => {
  const page = { ...ALL_DELIVERIES, ...filter, limit: 10, offset: 0 }
  const found = await listDeliveries(world.database.db, { organizationId: 'shop', ...webhook }, page)
  return found.map(presentDelivery)
}
const again = (webhook: { readonly webhookId: string }, body: unknown) =>
  replay({ clock: world.clock, machineClock: systemClock }, world.database, actor, {
    webhookId: webhook.webhookId,
    which: readReplay(body, world.clock.now()),
  })

test('a failed delivery is listed with its request and response, and is replayed under the same id', async () => {
  const receiver = await aReceiver()
  const webhook = await world.subscribe(receiver.url, NO_RETRIES)
  receiver.answer((_request, response) => {
    response.statusCode = 500
    response.end('out of order')
  })
  await world.publish({ subject: 'invoice:7', payload: { invoiceNumber: '7' } })
  await world.quiet()
  const [failed] = await listed(webhook, { status: 'FAILED' })
  receiver.answer((_request, response) => response.end())

  const count = await again(webhook, { byDeliveryStatus: { status: 'FAILED', hoursBack: 24 } })
  await world.quiet()

  expect(failed).toMatchObject({
    ...{ webhookId: webhook.webhookId, status: 'FAILED', reason: 'The receiver answered 500.', sequenceNumber: 1 },
    attempts: [
      { retryNumber: 0, response: { status: 500, body: 'out of order' }, problem: 'The receiver answered 500.' },
    ],
  })
  const sent = receiver.received.map(({ text }) => text)
  expect(failed?.attempts[0]?.request.body).toBe(sent[0])
  expect(count).toBe(1)
  expect(receiver.received.map(({ body }) => [body.notificationId, body.retryNumber])).toEqual([
    [failed?.notificationId, 0],
    [failed?.notificationId, 0],
  ])
  const [delivered] = await listed(webhook)
  expect([delivered?.status, delivered?.attempts.length]).toEqual(['DELIVERED', 2])
})

test('deliveries are filtered by the ids of their attempts, by time and by event', async () => {
  const receiver = await aReceiver()
  const webhook = await world.subscribe(receiver.url, NO_RETRIES)
  await world.publish('8', '9')
  await world.quiet()
  const ids = receiver.received.map(({ body }) => body.transactionTraceId as string)
  const later = { byDeliveryStatus: { status: 'DELIVERED', startTime: '2027-01-01T00:00:00Z' } }
  const other = { byDeliveryStatus: { status: 'DELIVERED', eventType: 'payments.approved' } }

  const counts = [
    await again(webhook, { byTransactionTraceIdentifiers: ids.slice(0, 1) }),
    await again(webhook, later),
    await again(webhook, other),
  ]
  await world.quiet()

  expect(counts).toEqual([1, 0, 0])
  expect(receiver.received).toHaveLength(3)
})

test('the history of a deleted webhook stays, and an inactive one gets nothing', async () => {
  const receiver = await aReceiver()
  const webhook = await world.subscribe(receiver.url, NO_RETRIES)
  await world.publish('10')
  await world.quiet()
  const { pool, db } = world.database
  await pool.query(`update webhooks set status = 'INACTIVE' where webhook_id = $1`, [webhook.webhookId])
  const all = { byDeliveryStatus: { status: 'DELIVERED' } }
  await expect(again(webhook, all)).rejects.toThrow('The webhook is inactive; set its status to ACTIVE first.')
  await pool.query('update webhooks set deleted_at = now() where webhook_id = $1', [webhook.webhookId])

  const { webhookId } = webhook
  expect(await findWebhookOwner(db, { actingFor: 'shop', webhookId })).toBe('shop')
  expect(await findWebhookOwner(db, { actingFor: 'another', webhookId })).toBeUndefined()
  expect(await listed(webhook)).toHaveLength(1)
  await expect(again(webhook, all)).rejects.toThrow('The webhook does not exist.')
})

test.each([
  [{}, 'byDeliveryStatus'],
  [{ byDeliveryStatus: { status: 'PENDING' } }, 'byDeliveryStatus.status'],
  [{ byDeliveryStatus: { status: 'FAILED', hoursBack: 0 } }, 'byDeliveryStatus.hoursBack'],
  [{ byDeliveryStatus: { status: 'FAILED', startTime: 'yesterday' } }, 'byDeliveryStatus.startTime'],
  [{ byTransactionTraceIdentifiers: [] }, 'byTransactionTraceIdentifiers'],
  [{ byTransactionTraceIdentifiers: ['x'] }, 'byTransactionTraceIdentifiers'],
])('an invalid replay is refused, naming the field: %j', (body, field) => {
  expect(() => readReplay(body, world.clock.now())).toThrow(new RegExp(field.replaceAll('.', '\\.')))
})
