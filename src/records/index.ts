export { importRecords } from './actions/import-records.ts'
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
export { NO_MAPPING, readMapping } from './domain/column-mapping.ts'
export type { RecordInput } from './domain/record.ts'
export { ingestRoutes } from './http/ingest-routes.ts'
export type { ImportFormat } from './import-feed.ts'
export { type ImportSource, openImportSource } from './import-source.ts'
export type { LineProblem } from './intake-batch.ts'
export type { IntakeReport } from './intake-report.ts'
export { ingestJobs } from './queue/batch-forgetting.ts'
export { presentedProblem } from './rejection-log.ts'
