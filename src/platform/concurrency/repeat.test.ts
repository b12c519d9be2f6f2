import { expect, test } from 'vitest'
import { aLog, silentLog } from '../../../test/support/processes/queue-node.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { repeat } from './repeat.ts'

const HOUR_MS = 3_600_000
const rest = { delayAfterFailureMs: 1, failureMessage: 'it failed', log: silentLog }

test('a wake-up during the work repeats it once afterwards, not concurrently', async () => {
  const mayEnd = Promise.withResolvers<void>()
  let [begun, running, runningMax] = [0, 0, 0]
  const work = async () => {
    begun += 1
    running += 1
    runningMax = Math.max(runningMax, running)
    await mayEnd.promise
    running -= 1
    return HOUR_MS
  }
  const repetition = repeat({ ...rest, work })

  repetition.wake()
  repetition.wake()
  mayEnd.resolve()
  const isAgain = await waitUntil(() => begun === 2 || undefined, { withinMs: 5_000 })
  await repetition.stop()

  expect(isAgain).toBe(true)
  expect([begun, runningMax]).toEqual([2, 1])
})

test('a stop aborts the work and waits for its end', async () => {
  let isDone = false
  const work = async (signal: AbortSignal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    isDone = true
    return HOUR_MS
  }
  const repetition = repeat({ ...rest, work })

  await repetition.stop()

  expect(isDone).toBe(true)
})

test('failed work is retried, and the failure is reported once until the work succeeds', async () => {
  const { log, said } = aLog()
  let tries = 0
  const work = async () => {
    tries += 1
    if (tries < 4) throw new Error('not yet')
    return HOUR_MS
  }
  const repetition = repeat({ ...rest, log, work })

  await waitUntil(() => tries === 4 || undefined, { withinMs: 5_000 })
  await repetition.stop()

  expect(said().match(/it failed/g)).toHaveLength(1)
})
