import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { ACTIVE_MAX } from '../reports/finish-report.ts'
import { type NewReport, newReport } from '../reports/new-report.ts'
import type { Report } from '../reports/report.ts'
import { enqueueGenerations } from '../reports/report-jobs.ts'
import { countActive, countUnfinished, insertReports } from '../reports/report-store.ts'

/** Maximum number of unfinished reports per user. */
export const UNFINISHED_MAX = 100

/** Inserts a report; starts it if its user has room, otherwise queues it. The caller holds the user's lock. */
export async function createReport(tx: Tx, order: NewReport): Promise<Report> {
  await refuseTooMany(tx, order.orderedBy)
  const hasRoom = (await countActive(tx, order.orderedBy)) < ACTIVE_MAX
  const report = newReport(order, { hasRoom })
  await insertReports(tx, [report])
  if (hasRoom) await enqueueGenerations(tx, [report])
  return report
}

async function refuseTooMany(tx: Tx, orderedBy: string): Promise<void> {
  if ((await countUnfinished(tx, orderedBy)) < UNFINISHED_MAX) return
  const message = `You already have ${UNFINISHED_MAX} unfinished reports. Order more once some of them have finished.`
  throw new AppError('rate-limited', 'TOO_MANY_REPORTS', message)
}

/** The user whose active reports are counted together: an API key, a person or the service itself. */
export function orderedByOf(by: AuditActor): string {
  switch (by.kind) {
    case 'key':
      return `key ${by.organizationId} ${by.keyId}`
    case 'user':
      return `user ${by.organizationId} ${by.personId}`
    case 'command-line':
      return `command-line ${by.name}`
    case 'payer':
    case 'service':
      return by.kind
  }
}
