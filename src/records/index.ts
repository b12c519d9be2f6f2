import {
  listRecordMonths,
  loadRecordMonth,
  readRecordMonths,
  recordFileName,
  recordMonthOf,
} from './archive/record-months.ts'
import { deliverAgain, forgetDelivered } from './outbox/delivered-store.ts'
import { loadEverything } from './outbox/jobs.ts'
import { OUTBOX_FIGURES, outboxDepth } from './outbox/outbox-store.ts'
import { loadKeptRecords } from './retention/kept-records.ts'
import { removeRecords } from './retention/remove-records.ts'

export { addImportCommand } from './commands/import.ts'
export { addRecordCommands } from './commands/records.ts'
export { recordsHolder } from './erasure/erase-records.ts'
export { startOutboxLoading } from './outbox/jobs.ts'
export { recordWrite } from './outbox/record-write.ts'
export {
  RECORD_WRITING,
  untilCommittedRecordsLoaded,
  untilRecordsLoaded,
  untilRecordsWritten,
} from './outbox/until-records-loaded.ts'
export type { RecordContent } from './reading/record.ts'
export { recordPruning } from './retention/jobs.ts'
export { retentionRoutes } from './retention/routes.ts'
export { recordsSandboxData } from './sandbox-data.ts'
export { chooseCutOff, tryCutOff } from './storage/choose-cut-off.ts'
export { RecordBatch } from './storage/record-batch.ts'
export { partsByRequestTime, type RecordSource, recordsOfRequests, recordsWithin } from './storage/record-source.ts'
export type { RecordWindow } from './storage/record-sql.ts'
export { type RecordSelection, type ReportSource, reportSource } from './storage/report-source.ts'
export { UploadFailure } from './uploads/contract.ts'
export { uploadJobs } from './uploads/jobs.ts'
export { ingestRoutes } from './uploads/routes.ts'

/** Records on their way to the store, and those that it has and a backup of it may not have yet. */
export const recordOutbox = {
  figures: OUTBOX_FIGURES,
  depth: outboxDepth,
  forgetDelivered,
  deliverAgain,
  loadEverything,
}

/** How long records are kept, and their removal. */
export const recordRetention = { load: loadKeptRecords, remove: removeRecords }

/** The records of a kind and a month as a file, for backups. */
export const recordMonths = {
  list: listRecordMonths,
  fileNameOf: recordFileName,
  read: readRecordMonths,
  ofFileName: recordMonthOf,
  load: loadRecordMonth,
}
