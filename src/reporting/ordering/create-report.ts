import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { ACTIVE_MAX } from '../reports/finish-report.ts'
import { type NewReport, newReport } from '../reports/new-report.ts'
import type { Report } from '../reports/report.ts'
import { enqueueGeneration } from '../reports/report-jobs.ts'
import { countActive, countUnfinished, insertReport } from '../reports/report-store.ts'

/** Reports of one user that have not ended: more are refused. */
export const UNFINISHED_MAX = 100

/**
 * Stores a report that counts among its user's: at work at once where the user has room, else waiting for
 * its turn. The caller holds the user's lock.
 */
export async function createReport(tx: Tx, asked: NewReport): Promise<Report> {
  await refuseTooMany(tx, asked.orderedBy)
  const hasRoom = (await countActive(tx, asked.orderedBy)) < ACTIVE_MAX
  const report = newReport(asked, { hasRoom })
  await insertReport(tx, report)
  if (hasRoom) await enqueueGeneration(tx, report)
  return report
}

async function refuseTooMany(tx: Tx, orderedBy: string): Promise<void> {
  if ((await countUnfinished(tx, orderedBy)) < UNFINISHED_MAX) return
  const message = `You already have ${UNFINISHED_MAX} unfinished reports. Order more once some of them have finished.`
  throw new AppError('rate-limited', 'TOO_MANY_REPORTS', message)
}
