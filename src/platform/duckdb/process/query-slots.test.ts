import { describe, expect, test, vi } from 'vitest'
import { stopping } from './engine-failure.ts'
import { QuerySlots } from './query-slots.ts'

const here = new AbortController().signal

function slots(bounds: { runningMax?: number; waitingMax?: number } = {}): QuerySlots {
  return new QuerySlots({ runningMax: 1, waitingMax: 8, waitingMaxMs: 1_000, ...bounds })
}

describe('query slots', () => {
  test('those who wait are served in the order in which they came', async () => {
    const few = slots()
    const served: number[] = []
    const giveBack = await few.take(here)
    const waiters = [1, 2, 3].map(async (number) => {
      const done = await few.take(here)
      served.push(number)
      done()
    })

    expect(few.waiting).toBe(3)
    giveBack()
    await Promise.all(waiters)

    expect(served).toEqual([1, 2, 3])
    expect(few.running).toBe(0)
  })

  test('a slot given back twice is free once', async () => {
    const few = slots({ runningMax: 2 })
    const giveBack = await few.take(here)
    await few.take(here)

    giveBack()
    giveBack()

    expect(few.running).toBe(1)
  })

  test('one too many is refused as busy', async () => {
    const few = slots({ waitingMax: 0 })
    await few.take(here)

    await expect(few.take(here)).rejects.toMatchObject({ reason: 'busy' })
  })

  test('a wait without end is refused as busy', async () => {
    vi.useFakeTimers()
    const few = slots()
    await few.take(here)
    const refused = expect(few.take(here)).rejects.toMatchObject({ reason: 'busy' })

    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()

    await refused
    expect(few.waiting).toBe(0)
  })

  test('who leaves while waiting takes no slot', async () => {
    const few = slots()
    const client = new AbortController()
    const giveBack = await few.take(here)
    const left = expect(few.take(client.signal)).rejects.toMatchObject({ reason: 'gone' })

    client.abort()
    await left
    giveBack()

    expect(few.running).toBe(0)
  })

  test('closing refuses those who wait and those who come', async () => {
    const few = slots()
    await few.take(here)
    const waiting = expect(few.take(here)).rejects.toMatchObject({ reason: 'stopping' })

    few.close(stopping())

    await waiting
    await expect(few.take(here)).rejects.toMatchObject({ reason: 'stopping' })
  })
})
