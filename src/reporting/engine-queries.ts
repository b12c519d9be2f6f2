import type { Engine } from '../platform/engine/engine.ts'
import type { RenderedQuery, ReportLayout } from './render/report-layout.ts'
import { type Survey, type SurveyRow, surveyOf, surveySql } from './render/survey.ts'

type Running = { readonly queryId?: string; readonly signal?: AbortSignal }

/** Reading collapses versions of a record; they share a month, so that each month is collapsed by itself. */
const READING = { do_not_merge_across_partitions_select_final: 1 } as const

/** Cells that the engine holds at once; a text of a line is held several times while it is made. */
const CELLS_MAX = { Parquet: 1_000_000, TSVRaw: 120_000 } as const
const BLOCK_ROWS_MIN = 512
/** The store is read in steps of 8,192 rows, of each part at once; a row more would make it two steps. */
const BLOCK_ROWS_MAX = { Parquet: 65_409, TSVRaw: 8_192 } as const

/** How the engine is to write the rows of a report. */
export function writingSettings({ fields, source }: ReportLayout, { format }: RenderedQuery) {
  const rows = Math.floor(CELLS_MAX[format] / Math.max(1, fields.length))
  return {
    ...READING,
    max_block_size: String(Math.min(BLOCK_ROWS_MAX[format], Math.max(BLOCK_ROWS_MIN, rows))),
    // All threads make lines before they are put in order: few columns are quicker to be merged than many.
    query_plan_execute_functions_after_sorting: source.isSingle ? 0 : 1,
    // What is read ahead of the merging has no bound but its parts.
    read_in_order_use_buffering: 0,
    // A line is written as it is: to hand it to another thread costs more.
    output_format_parallel_formatting: format === 'TSVRaw' ? 0 : 1,
    output_format_json_escape_forward_slashes: 0,
    output_format_parquet_string_as_string: 1,
    // A report may take hours.
    max_execution_time: 0,
  } as const
}

/** Counts and sums up what a report is made from, without making it. */
export async function surveyed(
  engine: Engine,
  layout: ReportLayout,
  running: Running = {},
): Promise<Survey> {
  const rows = await engine.longRows<SurveyRow>(surveySql(layout), {
    ...running,
    settings: { ...READING, max_execution_time: 0 },
  })
  return surveyOf(layout, rows)
}

/** Differs when records of the report differ, and also when the store has only put its own files in order. */
export async function glanced(
  engine: Engine,
  { source }: ReportLayout,
  running: Running = {},
): Promise<Glance> {
  const [row] = await engine.longRows<Glance>(source.glance, { ...running })
  return row ?? { rows: 0, erased: 0, parts: 0, hash: '' }
}

/** Rows as they are stored, older versions among them; how many were blanked of personal data; in how many parts they are. */
export type Glance = {
  readonly rows: number
  readonly erased: number
  readonly parts: number
  readonly hash: string
}
