import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import type { Database } from '../postgres/database.ts'
import { schedule, takeDueRows, unschedule } from './agenda.ts'

/** The agenda as anyone would write it without a database: names with times, and the jobs done. */
type Model = { readonly rows: Map<string, number>; readonly done: string[] }

const EPOCH = Temporal.Instant.from('2026-03-09T00:00:00Z')
const at = (hour: number): Temporal.Instant => EPOCH.add({ hours: hour })
const subject = fc.constantFrom('a', 'b', 'c', 'd')
const hour = fc.integer({ min: 0, max: 20 })

const step = fc.oneof(
  fc.record({ type: fc.constant('schedule' as const), subject, hour, isRolledBack: fc.boolean() }),
  fc.record({ type: fc.constant('unschedule' as const), subject, isRolledBack: fc.boolean() }),
  fc.record({ type: fc.constant('ticks' as const), hour, tickers: fc.integer({ min: 1, max: 3 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test('the agenda behaves like a list of names and times under any sequence of operations', async () => {
  const { database } = await aDatabase()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await database.pool.query('truncate agenda, graphile_worker._private_jobs')
      const model: Model = { rows: new Map(), done: [] }
      for (const next of steps) {
        expect(inModel(model, next)).toBe(await inDatabase(database, next))
      }
      expect(await contents(database)).toEqual({
        rows: [...model.rows].map(([name, due]) => `${name} ${at(due)}`).sort(),
        done: [...model.done].sort(),
      })
    }),
    { seed, numRuns: isLongRun ? 1_000 : 40 },
  )
})

/** How many rows became jobs. */
function inModel({ rows, done }: Model, next: Step): number {
  if (next.type !== 'ticks') {
    if (next.isRolledBack) return 0
    if (next.type === 'schedule') rows.set(next.subject, next.hour)
    else rows.delete(next.subject)
    return 0
  }
  const due = [...rows].filter(([, dueHour]) => dueHour <= next.hour)
  for (const [name, dueHour] of due) {
    rows.delete(name)
    done.push(`${name} ${at(dueHour)}`)
  }
  return due.length
}

async function inDatabase(database: Database, next: Step): Promise<number> {
  if (next.type === 'ticks') {
    const tick = () => takeDueRows(database, { now: at(next.hour), kinds: ['k'] })
    const taken = await Promise.all(Array.from({ length: next.tickers }, tick))
    return taken.reduce((sum, rows) => sum + rows, 0)
  }
  const key = { organizationId: 'shop', kind: 'k', subject: next.subject }
  const change = database.transaction(async (tx) => {
    if (next.type === 'schedule') await schedule(tx, { ...key, dueAt: at(next.hour) })
    else await unschedule(tx, key)
    if (next.isRolledBack) throw new Error('rolled back')
  })
  await change.catch((error: Error) => expect(error.message).toBe('rolled back'))
  return 0
}

async function contents({ pool }: Database) {
  const rows = await pool.query('select subject, due_at from agenda')
  const jobs = await pool.query('select payload from graphile_worker._private_jobs')
  return {
    rows: rows.rows.map(({ subject: name, due_at }) => `${name} ${due_at}`).sort(),
    done: jobs.rows.map(({ payload }) => `${payload.subject} ${payload.dueAt}`).sort(),
  }
}
