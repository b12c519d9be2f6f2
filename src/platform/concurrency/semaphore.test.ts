import { describe, expect, test, vi } from 'vitest'
import { Semaphore } from './semaphore.ts'

const here = new AbortController().signal

function aSemaphore(bounds: { concurrencyMax?: number; waitingMax?: number } = {}): Semaphore {
  return new Semaphore({ concurrencyMax: 1, waitingMax: 8, waitingMsMax: 1_000, ...bounds })
}

describe('a semaphore', () => {
  test('waiting callers get their turn in the order in which they came', async () => {
    const semaphore = aSemaphore()
    const served: number[] = []
    const release = await semaphore.take(here)
    const waiters = [1, 2, 3].map(async (number) => {
      const done = await semaphore.take(here)
      served.push(number)
      done()
    })

    expect(semaphore.waiting).toBe(3)
    release()
    await Promise.all(waiters)

    expect(served).toEqual([1, 2, 3])
    expect(semaphore.running).toBe(0)
  })

  test('a turn that is released twice is free once', async () => {
    const semaphore = aSemaphore({ concurrencyMax: 2 })
    const release = await semaphore.take(here)
    await semaphore.take(here)

    release()
    release()

    expect(semaphore.running).toBe(1)
  })

  test('a caller beyond the limit is refused immediately', async () => {
    const semaphore = aSemaphore({ waitingMax: 0 })
    await semaphore.take(here)

    await expect(semaphore.take(here)).rejects.toThrow('Too many callers wait.')
  })

  test('a caller that has waited too long is refused', async () => {
    vi.useFakeTimers()
    const semaphore = aSemaphore()
    await semaphore.take(here)
    const refused = expect(semaphore.take(here)).rejects.toThrow('Too many callers wait.')

    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()

    await refused
    expect(semaphore.waiting).toBe(0)
  })

  test('a caller that leaves while it waits gets no turn', async () => {
    const semaphore = aSemaphore()
    const client = new AbortController()
    const release = await semaphore.take(here)
    const left = expect(semaphore.take(client.signal)).rejects.toThrow('The caller has gone.')

    client.abort()
    await left
    release()

    expect(semaphore.running).toBe(0)
  })

  test('closing refuses waiting and later callers', async () => {
    const semaphore = aSemaphore()
    await semaphore.take(here)
    const waiting = expect(semaphore.take(here)).rejects.toThrow('closed')

    semaphore.close(new Error('closed'))

    await waiting
    await expect(semaphore.take(here)).rejects.toThrow('closed')
  })

  test('work that fails ends its turn', async () => {
    const semaphore = aSemaphore({ concurrencyMax: 2 })
    const started: number[] = []
    const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    const running = ends.map(({ promise }, index) =>
      semaphore
        .run(async () => {
          started.push(index)
          await promise
        })
        .catch(() => undefined),
    )
    await vi.waitFor(() => expect(started).toEqual([0, 1]))

    ends[1]?.reject(new Error('failed'))
    await running[1]

    expect(semaphore.waiting).toBe(2)
    for (const { resolve } of ends) resolve()
    await Promise.all(running)
    expect(started).toEqual([0, 1, 2, 3, 4])
    expect(semaphore.running).toBe(0)
  })
})
