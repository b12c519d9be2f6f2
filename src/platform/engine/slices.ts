/**
 * Lets an engine with snapshots run a query on some of its rows at a time, where sorting or rendering all of them would
 * need too much memory.
 */
export type Slices = {
  /** Selects what identifies each row, in order, and its size in bytes as `bytes`. */
  readonly keys: string
}

/** What a query in slices contains. */
export const SLICE = {
  /** A table with what identifies the rows of the current slice. */
  table: 'rows_of_slice',
  /** An expression for the number of rows in the slices before. */
  rowsBefore: '(select max(first) from slice_turns)',
} as const

/** Whether a row is in the current slice, by the columns that identify it. */
export function inSliceSql(identity: string): string {
  return `(${identity}) in (select ${identity} from ${SLICE.table})`
}
