import type { QueryOptions, Reader } from '../../platform/engine/engine.ts'
import { fingerprintOf, type GlanceRow } from '../../records/index.ts'
import type { ReportLayout } from '../render/report-layout.ts'
import { type ReportSummary, type SummaryRow, summaryOf, summarySql } from '../render/report-summary.ts'

type Running = Pick<QueryOptions, 'queryId' | 'signal'>

/** How the engine is to write the rows of a report. */
export function writingOptions({ fields, source }: ReportLayout): QueryOptions {
  return { isLong: true, cellsPerRow: fields.length, isSingle: source.isSingle }
}

/** Counts and sums up what a report is made from, without making it. */
export async function summarizeReport(
  reader: Reader,
  layout: ReportLayout,
  running: Running = {},
): Promise<ReportSummary> {
  const rows = await reader.rows<SummaryRow>(summarySql(layout), { ...running, isLong: true })
  return summaryOf(layout, rows)
}

/** Differs when records of the report differ, and also when the store has only put its own files in order. */
export async function readStoredState(
  reader: Reader,
  { source }: ReportLayout,
  running: Running = {},
): Promise<StoredState> {
  const [row] = await reader.rows<GlanceRow>(source.glance, { ...running, isLong: true })
  if (row === undefined) return { rows: 0, erased: 0, parts: 0, hash: '' }
  const { rows, erased, parts } = row
  return { rows, erased, parts, hash: fingerprintOf(row) }
}

/** Rows as they are stored, older versions among them; how many were blanked of personal data; in how many parts they are. */
export type StoredState = {
  readonly rows: number
  readonly erased: number
  readonly parts: number
  readonly hash: string
}
