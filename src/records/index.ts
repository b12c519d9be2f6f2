export { clearDemo } from './demo/clear-demo.ts'
export { type DemoPlan, demoProfileOf } from './demo/generate-demo.ts'
export { type DemoReport, loadDemo } from './demo/load-demo.ts'
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
