import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import type { RenderedQuery, ReportLayout } from './render/report-layout.ts'
import { type Survey, type SurveyRow, surveyOf, surveySql } from './render/survey.ts'

type Running = { readonly queryId?: string; readonly signal?: AbortSignal }

/** Reading collapses versions of a record; they share a month, so that each month is collapsed by itself. */
const READING = { do_not_merge_across_partitions_select_final: 1 } as const

/** Cells that the engine holds at once; a text of a line is held several times while it is made. */
const CELLS_MAX = { CSV: 1_000_000, Parquet: 1_000_000, TSVRaw: 120_000 } as const
const BLOCK_ROWS = { min: 512, max: 65_409 } as const

/** How the engine is to write the rows of a report. */
export function writingSettings({ fields }: ReportLayout, { format }: RenderedQuery) {
  const rows = Math.floor(CELLS_MAX[format] / Math.max(1, fields.length))
  return {
    ...READING,
    max_block_size: String(Math.min(BLOCK_ROWS.max, Math.max(BLOCK_ROWS.min, rows))),
    // Amounts print with all decimals of their type, and types differ from row to row.
    output_format_decimal_trailing_zeros: 1,
    allow_suspicious_variant_types: 1,
    format_csv_null_representation: '',
    output_format_json_escape_forward_slashes: 0,
    output_format_parquet_string_as_string: 1,
    // A report may take hours.
    max_execution_time: 0,
  } as const
}

/** Counts and sums up what a report is made from, without making it. */
export async function surveyed(
  clickhouse: ClickHouse,
  layout: ReportLayout,
  running: Running = {},
): Promise<Survey> {
  const rows = await clickhouse.longRows<SurveyRow>(surveySql(layout), {
    ...running,
    settings: { ...READING, max_execution_time: 0 },
  })
  return surveyOf(layout, rows)
}

/** Differs when records of the report differ, and also when the store has only put its own files in order. */
export async function glanced(
  clickhouse: ClickHouse,
  { source }: ReportLayout,
  running: Running = {},
): Promise<Glance> {
  const [row] = await clickhouse.longRows<Glance>(source.glance, { ...running })
  return row ?? { rows: 0, erased: 0, hash: '' }
}

/** Rows as they are stored, older versions among them; how many of them were blanked of personal data. */
export type Glance = { readonly rows: number; readonly erased: number; readonly hash: string }
