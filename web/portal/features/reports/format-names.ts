// pure
import type { ReportMimeType } from '../../../../src/reporting/reports/report.ts'

/** Formats by their usual names, which are the same in every language. */
export const FORMAT_NAMES: Readonly<Record<ReportMimeType, string>> = {
  'text/csv': 'CSV',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/xml': 'XML',
  'application/x-ndjson': 'NDJSON',
  'application/vnd.apache.parquet': 'Parquet',
}
