import { INSTALLATION } from '../organizations/index.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { readAgendaItem } from '../platform/queue/agenda.ts'
import { scheduleDaily, scheduleNextDay } from '../platform/queue/daily.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { type PruneDeps, pruneRecords } from './retention/prune-records.ts'
import { FORGET_BATCH_JOB } from './uploads/rejection-log.ts'
import { deleteExpiredBatch } from './uploads/rejection-store.ts'
import { AUDIT_UPLOAD_JOB, auditInterruptedUpload } from './uploads/upload-audit.ts'

const PRUNING = { organizationId: INSTALLATION, kind: 'prune-records' }

/** The jobs that remove expired records, once a day, and expired rejections of uploads, and audit interrupted uploads. */
export function recordJobs(deps: PruneDeps & { readonly log: Logger }): JobHandlers {
  return {
    [PRUNING.kind]: async (_payload, signal) => {
      await scheduleNextDay(deps, PRUNING)
      const removed = await pruneRecords(deps, { by: { kind: 'service' }, signal })
      for (const part of removed) deps.log.info(part, 'expired records removed')
    },
    [FORGET_BATCH_JOB]: async (payload) => {
      const { organizationId, subject: batchId } = readAgendaItem(payload)
      const at = deps.clock.now()
      await deps.database.transaction((tx) => deleteExpiredBatch(tx, { organizationId, batchId }, { at }))
    },
    [AUDIT_UPLOAD_JOB]: async (payload) => {
      const { organizationId, subject: uploadId } = readAgendaItem(payload)
      await auditInterruptedUpload(deps, { organizationId, uploadId })
    },
  }
}

export async function scheduleRecordPruning(deps: {
  readonly database: Database
  readonly clock: Clock
}): Promise<void> {
  await scheduleDaily(deps, PRUNING)
}
