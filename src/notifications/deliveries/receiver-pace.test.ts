import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ReceiverPace } from './receiver-pace.ts'

const never = new AbortController().signal
/** So that nothing but what a test does ends a pause. */
const LATER_MS = 3_600_000

function watched(pause: Promise<void>): { isOver: boolean } {
  const state = { isOver: false }
  void pause.then(() => {
    state.isOver = true
  })
  return state
}

function aFailingReceiver(): ReceiverPace {
  const pace = new ReceiverPace()
  pace.note('failing', { isReceived: false, durationMs: 1 })
  return pace
}

test('a receiver that fails pauses until the quick ones have been served', async () => {
  const pace = aFailingReceiver()
  const answer = Promise.withResolvers<void>()
  const attempt = pace.run('quick', () => answer.promise, never)
  await turn()

  const paused = pace.pause('failing', performance.now() + LATER_MS, never)
  const state = watched(paused)
  await turn()
  const wasOver = state.isOver
  answer.resolve()
  await attempt
  await paused

  expect(wasOver).toBe(false)
})

test('a receiver that fails does not pause if nobody else is served, or if it has waited long enough', async () => {
  const pace = aFailingReceiver()

  await pace.pause('failing', performance.now() + LATER_MS, never)
  const answer = Promise.withResolvers<void>()
  const attempt = pace.run('quick', () => answer.promise, never)
  await turn()
  await pace.pause('failing', performance.now() - LATER_MS, never)

  answer.resolve()
  await attempt
})

test('a receiver that works again does not pause', async () => {
  const pace = aFailingReceiver()
  pace.note('failing', { isReceived: true, durationMs: 1 })
  const answer = Promise.withResolvers<void>()
  const attempt = pace.run('quick', () => answer.promise, never)
  await turn()

  await pace.pause('failing', performance.now() + LATER_MS, never)

  answer.resolve()
  await attempt
})

test('a pause ends when the lane is to end', async () => {
  const pace = aFailingReceiver()
  const answer = Promise.withResolvers<void>()
  const attempt = pace.run('quick', () => answer.promise, never)
  await turn()
  const stop = new AbortController()

  const paused = pace.pause('failing', performance.now() + LATER_MS, stop.signal)
  stop.abort()
  await paused

  answer.resolve()
  await attempt
})
