import { expect, test } from 'vitest'
import { aDeliveryWorld } from '../../../test/support/data/deliveries.ts'
import { aReceiver, type WebhookReceiver } from '../../../test/support/http/webhook-receiver.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { newId } from '../../platform/secrets/random.ts'
import { presentFacts } from '../events/present-event.ts'

const arrived = ({ received }: WebhookReceiver) =>
  received.map(({ body }) => `${body.payload.data.of} ${body.sequenceNumber}`)
const about = (...subjects: string[]) => subjects.map((of) => ({ subject: `invoice:${of}`, payload: { of } }))

test('a webhook that another node has leased is taken over only when the lease has expired', async () => {
  const world = await aDeliveryWorld()
  const [theirs, ours] = [await aReceiver(), await aReceiver()]
  const leased = await world.subscribe(theirs.url)
  await world.subscribe(ours.url)
  const lease = `insert into webhook_lanes (organization_id, webhook_id, kind, leased_by, leased_until)
    values ('shop', $1, 'ordered', $2, now() + interval '1 hour')`
  await world.database.pool.query(lease, [leased.webhookId, newId()])
  const node = await world.start()

  await world.publish(...about('a', 'a'))
  await eventually(async () => ours.received.length === 2)
  const before = arrived(theirs)
  await world.database.pool.query(`update webhook_lanes set leased_until = now() - interval '1 second'
    where webhook_id = '${leased.webhookId}'`)
  node.wake()
  await world.quiet()

  expect(before).toEqual([])
  expect(arrived(theirs)).toEqual(['a 1', 'a 2'])
})

test('a node that has lost its lease stops sending, and the next one repeats its unfinished attempt', async () => {
  const world = await aDeliveryWorld()
  const receiver = await aReceiver()
  const webhook = await world.subscribe(receiver.url)
  const closed = Promise.withResolvers<void>()
  receiver.answer((_request, response) => void response.on('close', closed.resolve))
  const node = await world.start({ leaseMs: 600 })
  await world.publish(...about('a'))
  await eventually(async () => receiver.received.length === 1)

  await world.database.pool.query(`update webhook_lanes set leased_by = $1, leased_until = now() + interval '1 hour'`, [
    newId(),
  ])
  await closed.promise
  const states = await world.states(webhook)
  receiver.answer(200)
  await world.database.pool.query(`update webhook_lanes set leased_until = now() - interval '1 second'`)
  node.wake()
  await world.quiet()

  expect(states).toEqual([{ state: 'ready', attempts: 0, reason: null }])
  expect(new Set(receiver.received.map(({ body }) => body.notificationId)).size).toBe(1)
  expect(await world.states(webhook)).toEqual([{ state: 'delivered', attempts: 1, reason: null }])
})

test('an event that cannot be presented delays only its own invoice, and is sent with its stored facts', async () => {
  const world = await aDeliveryWorld()
  const receiver = await aReceiver()
  await world.subscribe(receiver.url)
  const hasArrived = (one: string) =>
    waitUntil(() => arrived(receiver).includes(one) || undefined, { withinMs: 30_000 })
  let failures = 0
  let isGoodFirst: true | undefined
  const presenters = {
    ...{ payments: presentFacts, reporting: presentFacts },
    customerInvoicing: async (event: Parameters<typeof presentFacts>[0]) => {
      const data = await presentFacts(event)
      if (data['of'] !== 'bad' || event.sequenceNumber > 1) return { ...data, link: 'https://pay.example.com' }
      failures += 1
      if (failures === 3) isGoodFirst = await hasArrived('good 1')
      throw new Error('The presenter does not know this invoice.')
    },
  }
  await world.publish(...about('bad', 'good', 'bad', 'good'))

  await world.start({ presenters })
  await world.quiet()

  const numbers = (subject: string) => arrived(receiver).filter((one) => one.startsWith(subject))
  expect([numbers('bad'), numbers('good')]).toEqual([
    ['bad 1', 'bad 2'],
    ['good 1', 'good 2'],
  ])
  expect([failures, isGoodFirst]).toEqual([3, true])
  const links = receiver.received.map(({ body }) => [body.payload.data.of, body.payload.data.link])
  expect(links.filter(([, link]) => link === undefined)).toEqual([['bad', undefined]])
})

test('an accepted notification is not sent again if recording it fails at first', async () => {
  const world = await aDeliveryWorld()
  const receiver = await aReceiver()
  const webhook = await world.subscribe(receiver.url)
  await world.start()
  const { pool } = world.database
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table webhook_attempts in exclusive mode')

  await world.publish(...about('a'))
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await eventually(async () => ((await pool.query(terminate)).rowCount ?? 0) > 0)
  await client.query('rollback')
  client.release()
  await world.quiet()

  expect(arrived(receiver)).toEqual(['a 1'])
  expect(await world.states(webhook)).toEqual([{ state: 'delivered', attempts: 1, reason: null }])
})
