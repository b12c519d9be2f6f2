export { exportRecords } from './archive/export-records.ts'
export { type LoadReport, loadRecords } from './archive/load-records.ts'
export { identifyingNames, PERSONAL_NAMES } from './erasure/erasure-sql.ts'
export { recordsHolder } from './erasure/records-holder.ts'
export type { ImportFormat } from './ingest/import-feed.ts'
export { importRecords } from './ingest/import-records.ts'
export { type ImportSource, openImportSource } from './ingest/import-source.ts'
export type { LineProblem } from './ingest/intake-batch.ts'
export type { IntakeReport } from './ingest/intake-report.ts'
export { ingestJobs } from './ingest/jobs.ts'
export { presentedProblem } from './ingest/rejection-log.ts'
export { ingestRoutes } from './ingest/routes.ts'
export { Spool } from './ingest/spool.ts'
export { startOutboxLoading } from './outbox/jobs.ts'
export { OUTBOX_FIGURES } from './outbox/outbox-figures.ts'
export { outboxDepth } from './outbox/outbox-store.ts'
export { recordInTransaction, recordWrite } from './outbox/record-in-transaction.ts'
export { untilRecordsLoaded } from './outbox/until-records-loaded.ts'
export { NO_MAPPING, readMapping } from './reading/column-mapping.ts'
export { readValue } from './reading/read-value.ts'
export type { FieldValue, RecordContent, RecordInput } from './reading/record.ts'
export { DamagedPacking } from './reading/unpack.ts'
export { changeRetention } from './retention/change-retention.ts'
export { pruningJobs, schedulePruning } from './retention/jobs.ts'
export { pruneRecords, type Removed } from './retention/prune-records.ts'
export { type CountedMonth, countByMonth } from './retention/record-removal-store.ts'
export { keptSince, retentionOf } from './retention/retention.ts'
export { listRetention } from './retention/retention-store.ts'
export {
  type BatchedRequest,
  type BatchedRequestQuery,
  findNewestArrival,
  listBatchedRequests,
} from './storage/batched-requests-store.ts'
export { merchantParts } from './storage/merchant-parts.ts'
export { type Delivery, hashed, RecordBlock } from './storage/record-block.ts'
export { type ListedRecord, listRecords } from './storage/record-list-store.ts'
export {
  type RecordSource,
  recordsWithin,
  type Travelling,
} from './storage/record-source-store.ts'
export type { RecordWindow } from './storage/record-sql.ts'
export { ofMerchantsSql } from './storage/record-sql.ts'
export { insertRecords, lockKind } from './storage/record-store.ts'
export {
  changedSinceSql,
  fingerprintOf,
  type GlanceRow,
  lateCountSql,
  type RecordSelection,
  type ReportSource,
  reportSource,
} from './storage/report-source-store.ts'
export { listRequestRecords, type RequestRecord } from './storage/request-records-store.ts'
export { settledInstant } from './storage/settled-instant.ts'
