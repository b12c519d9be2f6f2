import type { Column } from '../../kernel/stored-column.ts'

/** A change of the record store's tables, as data: each engine renders it in its own SQL. */
export type RecordMigration = {
  readonly version: number
  /** As 0001_records. */
  readonly name: string
  /** The owner of the tables that it changes. */
  readonly owner: string
  readonly steps: readonly MigrationStep[]
}

/** `comment` precedes the step in ClickHouse's SQL, whose text never changes once it is released. */
export type MigrationStep = { readonly comment?: string } & (
  | { readonly do: 'create-installation' }
  /** A table of records: identified by merchant, time and record id, with versions. */
  | { readonly do: 'create-table'; readonly table: string; readonly columns: readonly Column[] }
  | {
      readonly do: 'add-column'
      readonly table: string
      readonly column: Column
      readonly after: string
      /** Existing rows get the value of this column; otherwise they get the default of the type. */
      readonly valueFrom?: string
    }
  | {
      readonly do: 'add-index'
      readonly table: string
      readonly index: string
      readonly column: string
      readonly kind: 'equality' | 'range'
    }
  /** Indexes existing rows, in the background. */
  | { readonly do: 'fill-index'; readonly table: string; readonly index: string }
)
