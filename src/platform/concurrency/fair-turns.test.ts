import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { FairTurns } from './fair-turns.ts'

/** Takes turns for the owners in this order, and returns the order in which they were served, one at a time. */
async function servedOrder(turns: FairTurns, owners: readonly string[]): Promise<readonly string[]> {
  const served: string[] = []
  const release = await turns.take('holder')
  const waiters = owners.map((owner) => turns.run(owner, async () => void served.push(owner)))
  release()
  await Promise.all(waiters)
  return served
}

test('owners that wait take turns, each in the order of its calls', async () => {
  const turns = new FairTurns({ concurrencyMax: 1 })

  const served = await servedOrder(turns, ['a', 'a', 'a', 'b', 'a', 'c', 'b'])

  expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  expect([turns.running, turns.waiting]).toEqual([0, 0])
})

test('an owner at its limit waits, and others do not wait for it', async () => {
  const turns = new FairTurns({ perOwnerMax: 2 })
  const [first] = await Promise.all([turns.take('a'), turns.take('a')])
  let hasThird = false
  const third = turns.take('a').then(() => {
    hasThird = true
  })

  await turns.take('b')
  expect(hasThird).toBe(false)
  first()
  await third

  expect([turns.running, turns.waiting]).toEqual([3, 0])
})

test('an owner at its limit is passed over while others wait for their turn', async () => {
  const turns = new FairTurns({ concurrencyMax: 3, perOwnerMax: 2 })
  await Promise.all([turns.take('a'), turns.take('a')])
  const release = await turns.take('b')
  const served: string[] = []
  for (const owner of ['a', 'a', 'b']) void turns.take(owner).then(() => served.push(owner))

  release()
  await vi.waitFor(() => expect(served).toEqual(['b']))

  expect(turns.waiting).toBe(2)
})

test('only the owner that asks for too much is refused', async () => {
  const turns = new FairTurns({ perOwnerMax: 1, waitingMax: 1, refusals: { full: () => new Error('full') } })
  const release = await turns.take('a')
  const waiting = turns.take('a')

  await expect(turns.take('a')).rejects.toThrow('full')
  await turns.take('b')
  release()
  await waiting

  expect(turns.running).toBe(2)
})

test('a caller that waits too long is refused, and its turn goes to the next', async () => {
  vi.useFakeTimers()
  const turns = new FairTurns({ perOwnerMax: 1, waitingMsMax: 2_000, refusals: { full: () => new Error('full') } })
  const release = await turns.take('a')
  const refused = expect(turns.take('a')).rejects.toThrow('full')

  await vi.advanceTimersByTimeAsync(1_999)
  expect(turns.waiting).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await refused
  vi.useRealTimers()
  release()

  expect([turns.running, turns.waiting]).toEqual([0, 0])
})

test('a caller that leaves while it waits gets no turn', async () => {
  const turns = new FairTurns({ concurrencyMax: 1 })
  const release = await turns.take('a')
  const client = new AbortController()
  const left = expect(turns.take('b', client.signal)).rejects.toThrow('The caller has gone.')

  client.abort()
  await left
  release()

  expect([turns.running, turns.waiting]).toEqual([0, 0])
})

test('limits hold and everyone is served, whatever the owners and limits', async () => {
  const limits = fc.record({
    concurrencyMax: fc.integer({ min: 1, max: 4 }),
    perOwnerMax: fc.integer({ min: 1, max: 4 }),
  })
  const calls = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(limits, calls, fc.scheduler(), async (limit, owners, scheduler) => {
      const turns = new FairTurns(limit)
      const running = new Map<string, number>()
      const step = (owner: string, by: number): void => {
        running.set(owner, (running.get(owner) ?? 0) + by)
        expect(running.get(owner)).toBeLessThanOrEqual(limit.perOwnerMax)
        expect(running.values().reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(limit.concurrencyMax)
      }
      const served = owners.map((owner) =>
        turns.run(owner, async () => {
          step(owner, 1)
          await scheduler.schedule(Promise.resolve())
          step(owner, -1)
        }),
      )

      await scheduler.waitFor(Promise.all(served))

      expect([turns.running, turns.waiting]).toEqual([0, 0])
    }),
  )
})
