import type { Database } from '../../../src/platform/postgres/database.ts'
import { schedule } from '../../../src/platform/queue/agenda.ts'
import { enqueue } from '../../../src/platform/queue/enqueue.ts'

/** Jobs in the queue and rows on the agenda, put there by a test. */
export function queuedWork(database: Database) {
  return {
    clear: () => database.pool.query('truncate graphile_worker._private_jobs, agenda restart identity'),
    addJob: (job: string) => database.transaction((tx) => enqueue(tx, { job, payload: {} })),
    /** `set` is the rest of an SQL update. */
    changeJobs: (set: string) => database.pool.query(`update graphile_worker._private_jobs set ${set}`),
    putOnAgenda: (dueAt: string) =>
      database.transaction((tx) =>
        schedule(tx, {
          organizationId: 'shop',
          kind: 'remind',
          subject: dueAt,
          dueAt: Temporal.Instant.from(dueAt),
        }),
      ),
  }
}
