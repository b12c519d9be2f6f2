export { changeRetention } from './actions/change-retention.ts'
export { importRecords } from './actions/import-records.ts'
export { pruneRecords, type Removed } from './actions/prune-records.ts'
export { exportRecords } from './archive/export-records.ts'
export { type LoadReport, loadRecords } from './archive/load-records.ts'
export {
  type BatchedRequest,
  type BatchedRequestQuery,
  findNewestArrival,
  listBatchedRequests,
} from './batched-requests-store.ts'
export { NO_MAPPING, readMapping } from './domain/column-mapping.ts'
export { readValue } from './domain/read-value.ts'
export type { FieldValue, RecordContent, RecordInput } from './domain/record.ts'
export { keptSince, retentionOf } from './domain/retention.ts'
export { identifyingNames, PERSONAL_NAMES } from './erasure-sql.ts'
export { ingestRoutes } from './http/ingest-routes.ts'
export type { ImportFormat } from './import-feed.ts'
export { type ImportSource, openImportSource } from './import-source.ts'
export type { LineProblem } from './intake-batch.ts'
export type { IntakeReport } from './intake-report.ts'
export { merchantParts } from './merchant-parts.ts'
export { outboxDepth } from './outbox-store.ts'
export { ingestJobs } from './queue/batch-forgetting.ts'
export { startOutboxLoading } from './queue/outbox-loading.ts'
export { pruningJobs, schedulePruning } from './queue/record-pruning.ts'
export { type Delivery, hashed, RecordBlock } from './record-block.ts'
export { recordInTransaction, recordWrite } from './record-in-transaction.ts'
export { type ListedRecord, listRecords } from './record-list-store.ts'
export { type CountedMonth, countByMonth } from './record-removal-store.ts'
export {
  type RecordSource,
  recordsWithin,
  type Travelling,
} from './record-source-store.ts'
export type { RecordWindow } from './record-sql.ts'
export { ofMerchantsSql } from './record-sql.ts'
export { insertRecords, lockKind } from './record-store.ts'
export { recordsHolder } from './records-holder.ts'
export { presentedProblem } from './rejection-log.ts'
export {
  changedSinceSql,
  fingerprintOf,
  type GlanceRow,
  lateCountSql,
  type RecordSelection,
  type ReportSource,
  reportSource,
} from './report-source-store.ts'
export { listRequestRecords, type RequestRecord } from './request-records-store.ts'
export { listRetention } from './retention-store.ts'
export { settledInstant } from './settled-instant.ts'
export { untilRecordsLoaded } from './until-records-loaded.ts'
