import type { ClickHouseSettings } from '@clickhouse/client'
import type { QueryOptions } from '../engine/engine.ts'

/** More than the default: a partner's report names all of its merchants. */
const STATEMENT_BYTES_MAX = 16 * 1024 * 1024
/** Twenty times the default: a report may have more than a thousand fields, and a text among them dozens of elements. */
const STATEMENT_ELEMENTS_MAX = 1_000_000

/** Cells that the server holds at the same time; a text of a line is held several times while it is made. */
const CELLS_MAX = { Parquet: 1_000_000, TSVRaw: 120_000 } as const
const BLOCK_ROWS_MIN = 512
/** Tables are read in steps of 8,192 rows, of all parts concurrently; a row more would make it two steps. */
const BLOCK_ROWS_MAX = { Parquet: 65_409, TSVRaw: 8_192 } as const

/** Bounds so large that every insert is one block, and so one part per month: it is stored as a whole or not at all. */
const ONE_BLOCK: ClickHouseSettings = {
  max_insert_block_size: '1000000000',
  min_insert_block_size_rows: '1000000000',
  min_insert_block_size_bytes: '4000000000',
  max_insert_threads: '1',
}

export const STATEMENT_SETTINGS: ClickHouseSettings = {
  max_query_size: String(STATEMENT_BYTES_MAX),
  max_ast_elements: String(STATEMENT_ELEMENTS_MAX),
}

/** Makes an acknowledged row durable: on a cluster most replicas have it. */
export function durableWriteSettings(isCluster: boolean): ClickHouseSettings {
  if (!isCluster) return {}
  return {
    distributed_foreground_insert: 1,
    insert_quorum: 'auto',
    // Sequentially consistent reads need sequential writes.
    insert_quorum_parallel: 0,
  }
}

export function insertSettings(isCluster: boolean): ClickHouseSettings {
  return {
    ...ONE_BLOCK,
    async_insert: 0,
    // Otherwise a misspelled column would be lost silently.
    input_format_skip_unknown_fields: 0,
    // A batch holds a record once, so the server need not look for others of its own.
    optimize_on_insert: 0,
    // A batch may span many months.
    max_partitions_per_insert_block: '0',
    // Equal rows may come again after they were removed.
    insert_deduplicate: 0,
    ...durableWriteSettings(isCluster),
  }
}

/** How a query finds its rows, and how long it may take. */
export function readSettings(
  isCluster: boolean,
  { plan, isPrivate = false, timeoutMs, isLong = false }: QueryOptions,
): ClickHouseSettings {
  return {
    ...STATEMENT_SETTINGS,
    // A reading sees everything that was acknowledged before; on a single server it always does.
    ...(isCluster ? { select_sequential_consistency: '1' } : {}),
    output_format_json_quote_64bit_integers: 0,
    output_format_json_escape_forward_slashes: 0,
    // Reading collapses versions of a record; they share a month, so that each month is collapsed by itself.
    do_not_merge_across_partitions_select_final: 1,
    // A query ends with its connection.
    cancel_http_readonly_queries_on_client_close: 1,
    ...(plan === 'indexed' ? INDEXED : {}),
    ...(plan === 'grouped' ? { optimize_aggregation_in_order: 1 } : {}),
    ...(isPrivate ? { log_queries: 0 } : {}),
    ...(isLong ? { max_execution_time: 0 } : {}),
    ...(timeoutMs === undefined ? {} : { max_execution_time: Math.ceil(timeoutMs / 1_000) }),
  }
}

/** A merchant's records are on one shard, and so are those that the index finds first. */
const INDEXED: ClickHouseSettings = {
  distributed_product_mode: 'local',
  // Times are part of a record's identity: rows of other times need not be read any further.
  optimize_move_to_prewhere_if_final: 1,
}

/** How the server writes many rows. */
export function outputSettings(
  format: keyof typeof CELLS_MAX,
  { cellsPerRow = 1, isSingle = false }: QueryOptions,
): ClickHouseSettings {
  const rows = Math.floor(CELLS_MAX[format] / Math.max(1, cellsPerRow))
  return {
    max_block_size: String(Math.min(BLOCK_ROWS_MAX[format], Math.max(BLOCK_ROWS_MIN, rows))),
    // All threads make lines before they are put in order: few columns are merged more quickly than many.
    query_plan_execute_functions_after_sorting: isSingle ? 0 : 1,
    // Rows that are read ahead of the merging are bounded by their parts only.
    read_in_order_use_buffering: 0,
    // A line is written as it is: handing it to another thread costs more.
    output_format_parallel_formatting: format === 'TSVRaw' ? 0 : 1,
    output_format_parquet_string_as_string: 1,
  }
}
