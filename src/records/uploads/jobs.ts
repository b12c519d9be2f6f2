import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { FORGET_BATCH_JOB } from './rejection-log.ts'
import { deleteExpiredBatch } from './rejection-store.ts'
import { AUDIT_UPLOAD_JOB, auditInterruptedUpload, type UploadAuditDeps } from './upload-audit.ts'

type Deps = UploadAuditDeps & { readonly database: Database; readonly clock: Clock }

/** The jobs that remove expired rejections of uploads, and audit interrupted uploads. */
export function uploadJobs(deps: Deps): JobHandlers {
  return {
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
