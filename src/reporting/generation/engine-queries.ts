import { hash } from 'node:crypto'
import type { QueryOptions, Reader } from '../../platform/engine/engine.ts'
import type { ReportLayout } from './report-layout.ts'
import { type ReportSummary, type SummaryRow, summaryOf, summarySql } from './report-summary.ts'

type Running = Pick<QueryOptions, 'queryId' | 'signal'>

/** Options for the query that writes the rows of a report. */
export function writingOptions({ fields, source }: ReportLayout): QueryOptions {
  return { isLong: true, cellsPerRow: fields.length, isSingle: source.isSingle, slices: source.slices }
}

/** The rows, the fields, and the bytes of long rows that the engine can certainly write in one query. */
const WHOLE_MAX = { rows: 2_048, fields: 200, longRowsBytes: 100_000_000 }
/** With no more fields than this, a row without maps is not long. */
const SHORT_FIELDS_MAX = 60
const SHORT_BYTES_MAX = 3_000

/** Whether the rows are to be written in slices; only a snapshot has them. */
export async function needsSlices(
  reader: Reader,
  { fields, source, sortsStoredRows }: ReportLayout,
  { rows, ...running }: Running & { readonly rows: number },
): Promise<boolean> {
  if (!reader.isSnapshot || rows <= WHOLE_MAX.rows) return false
  if (fields.length > WHOLE_MAX.fields) return true
  const hasMaps = sortsStoredRows && source.readsMaps(fields)
  if (fields.length <= SHORT_FIELDS_MAX && !hasMaps) return false
  const bytes = source.bytesOf({ fields, areRowsWhole: sortsStoredRows })
  const sizes = `(select ${bytes} as row_bytes from ${source.from}) as sizes`
  const ofLong = `case when row_bytes > ${SHORT_BYTES_MAX} then row_bytes else 0 end`
  const sql = `select sum(${ofLong}) as bytes from ${sizes}`
  const [sum] = await reader.rows<{ readonly bytes: number | string | null }>(sql, { ...running, isLong: true })
  return Number(sum?.bytes ?? 0) > WHOLE_MAX.longRowsBytes
}

/** Counts and totals the records of a report. */
export async function summarizeReport(
  reader: Reader,
  layout: ReportLayout,
  running: Running = {},
): Promise<ReportSummary> {
  const rows = await reader.rows<SummaryRow>(summarySql(layout), { ...running, isLong: true })
  return summaryOf(layout, rows)
}

/** The row of a report source's `storedStateSql`. */
type StoredStateRow = {
  readonly rows: number
  readonly erased: number
  readonly parts: number
  readonly versions: string | null
  readonly lastReceivedMs: string | null
  readonly receivedMs: string | null
}

const FINGERPRINT_LENGTH = 16

/** Reads the stored state of a report's records. Its hash also changes when the store only merges versions. */
export async function readStoredState(
  reader: Reader,
  { source }: ReportLayout,
  running: Running = {},
): Promise<StoredState> {
  const [row] = await reader.rows<StoredStateRow>(source.storedStateSql, { ...running, isLong: true })
  if (row === undefined) return { rows: 0, erased: 0, parts: 0, hash: '' }
  const { rows, erased, parts, versions, lastReceivedMs, receivedMs } = row
  const facts = [rows, erased, versions ?? '0', lastReceivedMs ?? '0', receivedMs ?? '0']
  return { rows, erased, parts, hash: hash('sha256', facts.join(' '), 'hex').slice(0, FINGERPRINT_LENGTH) }
}

/** Number of stored rows including older versions, of erased rows among them, and of parts that they are stored in. */
export type StoredState = {
  readonly rows: number
  readonly erased: number
  readonly parts: number
  readonly hash: string
}
