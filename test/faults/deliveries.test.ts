import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { aDeliveryWorld } from '../support/data/deliveries.ts'
import { aReceiver } from '../support/http/webhook-receiver.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'

const PROGRAM = fileURLToPath(new URL('delivery-node.ts', import.meta.url))
const ROUNDS = isLongRun ? 10 : 1
const KILLS = isLongRun ? 12 : 2
const INVOICES = 6
const EVENTS_OF_EACH = isLongRun ? 60 : 20
const EVENTS = INVOICES * EVENTS_OF_EACH
const ANSWER_MS_MAX = 15
const LEASE_MS = 5_000

/** `node` is the process that sent it. */
type Arrival = { readonly id: string; readonly invoice: string; readonly number: number; readonly node: number }

test(`every notification arrives in order, and only kills repeat one, in ${ROUNDS} × ${KILLS} kills (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const world = await aDeliveryWorld()
  const nodes: ChildProcess[] = []
  const start = (): ChildProcess =>
    spawn(process.execPath, [PROGRAM, world.url, String(LEASE_MS)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => nodes.forEach((node) => void node.kill('SIGKILL')))
  nodes.push(start(), start())
  await Promise.all(nodes.map((node) => once(node.stdout ?? node, 'data')))

  for (let round = 1; round <= ROUNDS; round += 1) {
    const receiver = await aReceiver()
    const webhook = await world.subscribe(receiver.url)
    const arrivals: Arrival[] = []
    const killed = new Map<number, Promise<unknown>>()
    // A node is killed at this many arrivals: before the response, or just after it.
    const moments = Array.from({ length: KILLS }, () => random.integer(1, EVENTS)).sort((one, other) => one - other)
    const kill = (): void => {
      const victim = random.integer(0, nodes.length - 1)
      const node = nodes[victim] as ChildProcess
      killed.set(node.pid ?? 0, once(node, 'exit'))
      node.kill('SIGKILL')
      nodes[victim] = start()
    }
    let kills = 0
    receiver.answer(async ({ path, body }, response) => {
      const { notificationId: id, sequenceNumber: number, payload } = body
      arrivals.push({ id, invoice: payload.data.of, number, node: Number(path.split('=')[1]) })
      const isMoment = arrivals.length >= (moments[kills] ?? Infinity)
      if (isMoment) kills += 1
      const isBefore = random.isHeads()
      if (isMoment && isBefore) kill()
      await sleep(random.integer(0, ANSWER_MS_MAX))
      response.end()
      if (!isMoment || isBefore) return
      await sleep(random.integer(0, ANSWER_MS_MAX))
      kill()
    })

    for (let count = 0; count < EVENTS; count += 1) {
      const of = `${round}-${count % INVOICES}`
      await world.publish({ subject: `invoice:${of}`, payload: { of } })
    }
    await world.quiet()
    await Promise.all(killed.values())
    await world.database.pool.query('update webhooks set deleted_at = now() where webhook_id = $1', [webhook.webhookId])

    expect(kills).toBe(KILLS)
    const firsts = arrivals.filter(({ id }, index) => arrivals.findIndex((one) => one.id === id) === index)
    const counted = Array.from({ length: EVENTS_OF_EACH }, (_, index) => index + 1)
    for (let invoice = 0; invoice < INVOICES; invoice += 1) {
      const own = firsts.filter((arrival) => arrival.invoice === `${round}-${invoice}`)
      expect(own.map(({ number }) => number)).toEqual(counted)
    }
    expect(repeats(arrivals).filter(({ node }) => !killed.has(node))).toEqual([])
    expect(await world.states(webhook)).toHaveLength(EVENTS)
  }
})

/** Repeated arrivals. Only a death between the receiver's response and our commit repeats a notification. */
function repeats(arrivals: readonly Arrival[]): readonly Arrival[] {
  return arrivals.filter(({ id }, index) => arrivals.slice(index + 1).some((later) => later.id === id))
}
