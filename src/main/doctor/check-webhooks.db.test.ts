import { expect, test } from 'vitest'
import { aDeliveryWorld } from '../../../test/support/data/deliveries.ts'
import { aWebhook } from '../../../test/support/data/webhooks.ts'
import { aReceiver } from '../../../test/support/http/webhook-receiver.ts'
import { checkWebhooks } from './check-webhooks.ts'

test('the doctor counts suspended webhooks and their held deliveries, and names the command that lists them', async () => {
  const world = await aDeliveryWorld()
  await world.start()
  const [one, other] = [await aReceiver(), await aReceiver()]
  const { retryPolicy: usual } = aWebhook({ organizationId: 'shop' })
  const retryPolicy = { ...usual, numberOfRetries: 0, deactivateFlag: true }
  const healthy = await checkWebhooks(world.database)

  one.answer(503)
  await world.subscribe(one.url, { retryPolicy })
  await world.publish('1', '2')
  await world.quiet()
  const first = await checkWebhooks(world.database)
  other.answer(503)
  await world.subscribe(other.url, { retryPolicy })
  await world.publish('3', '4')
  await world.quiet()

  expect(healthy).toEqual({ state: 'ok', message: 'none suspended' })
  expect(first.message).toMatch(/^1 webhook is suspended, (1 notification waits|0 notifications wait): see /)
  const { state, message } = await checkWebhooks(world.database)
  expect(state).toBe('warning')
  expect(message).toMatch(
    /^2 webhooks are suspended, [2-4] notifications wait: see "quittance webhooks list --status suspended"$/,
  )
})
