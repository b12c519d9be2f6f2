import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../src/kernel/errors.ts'
import { configuredProcessors } from '../../src/payments/configured-processors.ts'
import { paymentJobs, watchForLostCharges } from '../../src/payments/index.ts'
import { type Clock, systemClock } from '../../src/platform/clock/clock.ts'
import { createLogger } from '../../src/platform/log/log.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { announcePresence } from '../../src/platform/postgres/presence.ts'
import { startAgenda } from '../../src/platform/queue/agenda.ts'
import { startQueue } from '../../src/platform/queue/queue.ts'
import { CARD_TESTING } from '../support/data/card-testing.ts'
import { testSecrets } from '../support/data/organizations.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { type Fate, type Moment, withFaults } from './payment-faults.ts'
import { randomOperation } from './payment-operations.ts'

/**
 * A node that takes payments and runs their jobs, to be killed:
 * `node payment-node.ts <url> <epoch> <seed> <operations> <moment>`. At the end of its operations it dies at the moment. With no
 * operations it only runs jobs, and nothing disturbs them.
 */

const [url = '', epoch = '0', seed = '0', operations = '0', moment = ''] = process.argv.slice(2)
/** The same for all nodes: waiting fifteen minutes for a payer takes a second and a half. */
const CLOCK_TIMES = 600
const CALL_MS_MAX = 250
const WORKERS = 6
const STDOUT = 1
const PAUSE_MS = 50

const fastClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Number(epoch) + (Date.now() - Number(epoch)) * CLOCK_TIMES),
}
const log = createLogger({ level: 'silent', destination: process.stderr })
const database = new Database(url, log)
const random = seededRandom(Number(seed))
const deps = {
  database,
  secrets: testSecrets,
  clock: fastClock,
  machineClock: systemClock,
  processors: configuredProcessors({
    ...{ mode: 'sandbox', database, secrets: testSecrets, baseUrl: 'https://pay.example.com' },
    clock: fastClock,
  }),
  log,
  config: { baseUrl: 'https://pay.example.com', processorCallMsMax: CALL_MS_MAX, cardTesting: CARD_TESTING },
}
const isQuiet = Number(operations) === 0
const alive: Fate = { moment: undefined, random }
const background = isQuiet ? deps : withFaults(deps, alive)

const presence = await announcePresence(url, log)
const handlers = paymentJobs(background)
await startQueue({ url, database, presence, handlers, log, onFailure: () => {} })
startAgenda({ database, clock: fastClock, kinds: Object.keys(handlers), log })
watchForLostCharges(background)
process.stdout.write('ready\n')
// A node that runs outlives everything that happens to PostgreSQL.
process.on('uncaughtException', (error) => {
  writeSync(STDOUT, `complaint: crashed by ${error.stack}\n`)
  process.exit(1)
})
process.stdin.on('close', () => process.exit(1)).resume()

let left = Number(operations)

/** Refusals are expected, and so is PostgreSQL going away; a broken invariant or constraint is not. */
async function complain(error: unknown): Promise<void> {
  const { name, code = '', message } = error as { name: string; code?: string; message: string }
  const isBug = !(error instanceof AppError) && (name === 'InvariantError' || /^(22|23|42)/.test(code))
  if (isBug) writeSync(STDOUT, `complaint: ${name} ${code} ${message} ${(error as Error).stack ?? ''}\n`)
  // PostgreSQL may be starting.
  if (!(error instanceof AppError)) await sleep(PAUSE_MS)
}

async function work(): Promise<void> {
  while (left > 0) {
    left -= 1
    await randomOperation(withFaults(deps, alive), random).catch(complain)
  }
}

await Promise.all(Array.from({ length: isQuiet ? 0 : WORKERS }, work))
// Other work continues, so that the death interrupts work of every kind.
left = Number.POSITIVE_INFINITY
for (let worker = 1; worker < WORKERS && !isQuiet; worker += 1) void work()
while (!isQuiet) {
  await randomOperation(withFaults(deps, { moment: moment as Moment, random }), random).catch(complain)
  await sleep(5)
}
