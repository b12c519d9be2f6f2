/**
 * Lets an engine with snapshots run a query on some of its rows at a time, where sorting or rendering all of them would
 * need too much memory.
 */
export type Slices = {
  /** Selects the identity of each row, in order, and its size in bytes as `bytes`. */
  readonly keys: string
}

/** SQL that a query in slices refers to. */
export const SLICE = {
  /** A table with the identities of the rows of the current slice. */
  table: 'rows_of_slice',
  /** An expression for the number of rows in the slices before. */
  rowsBefore: '(select max(first) from slice_turns)',
} as const

/** Whether a row is in the current slice, by the columns that identify it. */
export function inSliceSql(identity: string): string {
  return `(${identity}) in (select ${identity} from ${SLICE.table})`
}
