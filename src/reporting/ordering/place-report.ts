import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type NewReport, ordered } from '../reports/ordered.ts'
import type { Report } from '../reports/report.ts'
import { enqueueGeneration } from '../reports/report-jobs.ts'
import { countAtWork, countOpen, insertReport } from '../reports/report-store.ts'
import { AT_WORK_MAX } from '../reports/settle-report.ts'

/** Reports of one user that have not ended: more are refused. */
export const OPEN_MAX = 100

/**
 * Stores a report that counts among its user's: at work at once where the user has room, else waiting for
 * its turn. The caller holds the user's lock.
 */
export async function placeReport(tx: Tx, asked: NewReport): Promise<Report> {
  await refuseTooMany(tx, asked.orderedBy)
  const hasRoom = (await countAtWork(tx, asked.orderedBy)) < AT_WORK_MAX
  const report = ordered(asked, { hasRoom })
  await insertReport(tx, report)
  if (hasRoom) await enqueueGeneration(tx, report)
  return report
}

async function refuseTooMany(tx: Tx, orderedBy: string): Promise<void> {
  if ((await countOpen(tx, orderedBy)) < OPEN_MAX) return
  const message = `You already have ${OPEN_MAX} unfinished reports. Order more once some of them have finished.`
  throw new AppError('rate-limited', 'TOO_MANY_REPORTS', message)
}
