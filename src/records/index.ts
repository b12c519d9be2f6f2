export { dtdOf, findDefinitionOfDtd } from './domain/catalogue/dtd-of.ts'
export type { Field } from './domain/catalogue/field.ts'
export { findKind, KINDS, type KindName, type RecordKind } from './domain/catalogue/kinds.ts'
export { nearestName } from './domain/catalogue/nearest-name.ts'
export {
  fieldsOfDefinition,
  REPORT_FORMATS,
  type ReportDefinition,
  type ReportFormat,
} from './domain/catalogue/report-definition.ts'
export { findReportDefinition, REPORT_DEFINITIONS } from './domain/catalogue/report-definitions.ts'
export { filtersOf, type ReportFilter } from './domain/catalogue/report-filters.ts'
export type { RecordInput } from './domain/record.ts'
export { ingestRoutes } from './http/ingest-routes.ts'
export { outboxDepth } from './outbox-store.ts'
export { ingestJobs } from './queue/batch-forgetting.ts'
export { startOutboxLoading } from './queue/outbox-loading.ts'
export { recordInTransaction, recordWrite } from './record-in-transaction.ts'
export { untilRecordsLoaded } from './until-records-loaded.ts'
