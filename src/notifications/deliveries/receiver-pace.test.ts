import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ReceiverPace } from './receiver-pace.ts'

const never = new AbortController().signal
/** Long enough that only the test ends a pause. */
const LATER_MS = 3_600_000

/** A quick receiver is being served until `answer` is called. */
async function whileOneIsServed() {
  const pace = new ReceiverPace()
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const attempt = pace.run('quick', () => promise, never)
  onTestFinished(async () => {
    answer()
    await attempt
  })
  await turn()
  return { pace, answer }
}

test('a receiver that fails pauses until the quick ones have been served', async () => {
  const { pace, answer } = await whileOneIsServed()
  let isOver = false

  const paused = pace.pauseAfterFailure(performance.now() + LATER_MS, never).then(() => {
    isOver = true
  })
  await turn()
  const wasOver = isOver
  answer()
  await paused

  expect(wasOver).toBe(false)
})

test('a receiver that fails does not pause while no other is served', async () => {
  await new ReceiverPace().pauseAfterFailure(performance.now() + LATER_MS, never)
})

test('a receiver whose page took long does not pause', async () => {
  const { pace } = await whileOneIsServed()

  await pace.pauseAfterFailure(performance.now() - LATER_MS, never)
})

test('a pause ends when the lane is to end', async () => {
  const { pace } = await whileOneIsServed()
  const stop = new AbortController()

  const paused = pace.pauseAfterFailure(performance.now() + LATER_MS, stop.signal)
  stop.abort()
  await paused
})
