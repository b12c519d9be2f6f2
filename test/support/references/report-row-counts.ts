import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { parquetMetadata } from 'hyparquet'
import type { ReportMimeType } from '../../../src/reporting/reports/report.ts'

/** How many rows a report's file has with all of these columns; reads wide files without holding their cells. */
export const ROW_COUNTS: Readonly<Record<ReportMimeType, (file: Buffer, columns: number) => number>> = {
  'text/csv': csvRows,
  'application/xml': (file) => occurrences(file, '</Record>'),
  'application/x-ndjson': ndjsonRows,
  'application/vnd.apache.parquet': parquetRows,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': xlsxRows,
}

const CSV_HEADER_LINES = 2
const XLSX_HEADER_ROWS = 2
const XLSX_SHEET = 'xl/worksheets/sheet1.xml'

function csvRows(file: Buffer, columns: number): number {
  let rows = 0
  parse(file, {
    from_line: CSV_HEADER_LINES + 1,
    record_delimiter: '\n',
    on_record: (cells: readonly string[]) => {
      if (cells.length === columns) rows += 1
      return null
    },
  })
  return rows
}

function ndjsonRows(file: Buffer, columns: number): number {
  let rows = 0
  for (let from = 0; from < file.length; ) {
    const to = file.indexOf('\n', from)
    const row = JSON.parse(file.toString('utf8', from, to)) as object
    if (Object.keys(row).length === columns) rows += 1
    from = to + 1
  }
  return rows
}

function parquetRows(file: Buffer, columns: number): number {
  const { num_rows: rows, schema } = parquetMetadata(new Uint8Array(file).buffer)
  // The root of the schema is its first element.
  return schema.length === columns + 1 ? Number(rows) : 0
}

function xlsxRows(file: Buffer): number {
  const sheet = inflateRawSync(file.subarray(file.indexOf(XLSX_SHEET) + XLSX_SHEET.length))
  return occurrences(sheet, '</row>') - XLSX_HEADER_ROWS
}

function occurrences(bytes: Buffer, word: string): number {
  let count = 0
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) count += 1
  return count
}
