import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { createLogger } from '../../src/platform/log/log.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { announcePresence } from '../../src/platform/postgres/presence.ts'
import { readAgendaItem, schedule, startAgenda } from '../../src/platform/queue/agenda.ts'
import { startQueue } from '../../src/platform/queue/queue.ts'

/**
 * A node that does nothing but agenda and jobs, to be killed: `node agenda-node.ts <url> <periods> <work ms>`.
 * The job is a subscription's: one run a period, each of which makes the next one due.
 */

const [url = '', periods = '1', workMsMax = '0'] = process.argv.slice(2)
const log = createLogger({ level: 'warn', destination: process.stderr })
const database = new Database(url, log)
const presence = await announcePresence(url, log)

async function runPeriod(payload: unknown): Promise<void> {
  const { organizationId, subject, dueAt } = readAgendaItem(payload)
  const work = (): Promise<void> => sleep(Math.random() * Number(workMsMax))
  await work()
  await database.transaction(async (tx) => {
    // The unique run key decides: the effect belongs to the node that inserted it.
    const { rows } = await sql`
      insert into runs (subject, due_at) values (${subject}, ${dueAt.toString()})
      on conflict do nothing returning 1`.execute(tx)
    await work()
    if (rows.length === 0) return
    const { rows: effects } = await sql<{ count: number }>`
      update effects set count = count + 1 where subject = ${subject} returning count`.execute(tx)
    if ((effects[0]?.count ?? 0) >= Number(periods)) return
    const next = { organizationId, kind: 'period', subject, dueAt: dueAt.add({ hours: 1 }) }
    await schedule(tx, next)
  })
  await work()
}

const handlers = { period: runPeriod }
const queue = await startQueue({ url, database, presence, handlers, log })
const agenda = startAgenda({ database, clock: systemClock, kinds: Object.keys(handlers), log })

async function stop(): Promise<void> {
  await agenda.stop()
  await queue.stop()
  await presence.end()
  await database.close()
}

process.once('SIGTERM', () => void stop())
process.stdout.write('ready\n')
