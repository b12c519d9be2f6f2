import type { Tx } from '../platform/postgres/database.ts'
import { type NewReport, ordered } from './domain/ordered.ts'
import type { Report } from './domain/report.ts'
import { enqueueGeneration } from './report-jobs.ts'
import { countAtWork, insertReport } from './report-store.ts'
import { AT_WORK_MAX } from './settle-report.ts'

/**
 * Stores a report that counts among its user's: at work at once where the user has room, else waiting for
 * its turn. The caller holds the user's lock.
 */
export async function placeReport(tx: Tx, asked: NewReport): Promise<Report> {
  const hasRoom = (await countAtWork(tx, asked.orderedBy)) < AT_WORK_MAX
  const report = ordered(asked, { hasRoom })
  await insertReport(tx, report)
  if (hasRoom) await enqueueGeneration(tx, report)
  return report
}
