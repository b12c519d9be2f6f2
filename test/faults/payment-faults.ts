import assert from 'node:assert/strict'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentDeps } from '../../src/payments/payment-deps.ts'
import type { Lookup } from '../../src/payments/port/port.ts'
import { oneProcessor, type Processors } from '../../src/payments/port/processor.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import type { Random } from '../support/random/seeded-random.ts'

/** The moments of an attempt at which its process is killed. */
export const MOMENTS = [
  'before the call',
  'during the call',
  'after the call',
  'before commit',
  'after commit',
] as const
export type Moment = (typeof MOMENTS)[number]

/** Other faults of a call to the processor. */
const DISTURBANCES = ['late', 'twice', 'never', 'never arrives', 'broken'] as const

export type Fate = {
  readonly moment: Moment | undefined
  readonly random: Random
}

const DISTURBED_ONE_IN = 4
const STDOUT = 1

/** The product's own parts, with a processor that misbehaves and a process that dies at the moment of its fate. */
export function withFaults(deps: PaymentDeps, fate: Fate): PaymentDeps {
  return { ...deps, database: dyingDatabase(deps.database, fate), processors: faultyProcessors(deps, fate) }
}

function dieAt(moment: Moment, fate: Fate): void {
  if (fate.moment !== moment) return
  // Written immediately, because nothing is written any more afterwards.
  writeSync(STDOUT, `died ${moment}\n`)
  process.kill(process.pid, 'SIGKILL')
}

function dyingDatabase(database: Database, fate: Fate): Database {
  const transaction: Database['transaction'] = async (work) => {
    const result = await database.transaction(async (tx) => {
      const worked = await work(tx)
      dieAt('before commit', fate)
      return worked
    })
    dieAt('after commit', fate)
    return result
  }
  return Object.create(database, { transaction: { value: transaction } }) as Database
}

function faultyProcessors({ processors, config }: PaymentDeps, fate: Fate): Processors {
  const [processor] = processors.all
  assert(processor !== undefined, 'The tested installation has a processor.')
  const disturbed = <Call, Answer extends Lookup>(call: (input: Call, signal: AbortSignal) => Promise<Answer>) => {
    return async (input: Call, signal: AbortSignal): Promise<Answer> => {
      dieAt('before the call', fate)
      const outcome = disturb(fate, { callMsMax: config.processorCallMsMax, call: () => call(input, signal) })
      if (fate.moment === 'during the call') await sleep(fate.random.integer(0, 8))
      dieAt('during the call', fate)
      const answered = await outcome
      dieAt('after the call', fate)
      return answered
    }
  }
  const faulty = {
    ...processor,
    authorize: disturbed(processor.authorize),
    capture: disturbed(processor.capture),
    reverse: disturbed(processor.reverse),
    refund: disturbed(processor.refund),
    challenge: disturbed(processor.challenge),
    abandon: disturbed(processor.abandon),
  }
  return oneProcessor(faulty, processor.name)
}

type DisturbedCall<Answer> = { readonly callMsMax: number; readonly call: () => Promise<Answer> }

async function disturb<Answer>({ random }: Fate, { callMsMax, call }: DisturbedCall<Answer>): Promise<Answer> {
  if (random.integer(1, DISTURBED_ONE_IN) > 1) return call()
  const disturbance = DISTURBANCES[random.integer(0, DISTURBANCES.length - 1)]
  if (disturbance === 'never arrives') return new Promise(() => {})
  const [outcome] = await Promise.all([call(), ...(disturbance === 'twice' ? [call()] : [])])
  if (disturbance === 'never') return new Promise(() => {})
  if (disturbance === 'late') await sleep(callMsMax + random.integer(0, callMsMax))
  if (disturbance === 'broken') throw Object.assign(new Error('The connection broke.'), { code: 'ECONNRESET' })
  return outcome
}
