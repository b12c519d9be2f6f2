import type { Column } from '../../kernel/stored-column.ts'
import type { MigrationStep, RecordMigration } from './record-migration.ts'

/** The columns of every record table, in order, by the table's name. */
export type RecordTables = ReadonlyMap<string, readonly Column[]>

/** The record tables that the migrations make; refuses migrations that contradict each other. */
export function migratedTables(migrations: readonly RecordMigration[]): RecordTables {
  const tables = new Map<string, readonly Column[]>()
  const indexes = new Set<string>()
  for (const { name, steps } of migrations) {
    for (const step of steps) {
      const refuse = (problem: string): never => {
        throw new Error(`Record migration ${name}, ${step.do}: ${problem}`)
      }
      apply(step, { tables, indexes, refuse })
    }
  }
  return tables
}

type Made = {
  readonly tables: Map<string, readonly Column[]>
  /** As `table index`. */
  readonly indexes: Set<string>
  readonly refuse: (problem: string) => never
}

function apply(step: MigrationStep, made: Made): void {
  const { tables, indexes, refuse } = made
  switch (step.do) {
    case 'create-installation':
      return
    case 'create-table': {
      const names = new Set(step.columns.map(({ name }) => name))
      if (tables.has(step.table)) refuse(`the table ${step.table} is there already.`)
      if (names.size < step.columns.length) refuse(`${step.table} names a column twice.`)
      tables.set(step.table, step.columns)
      return
    }
    case 'add-column':
      tables.set(step.table, withColumn(step, made))
      return
    case 'add-index':
      columnOf(made, step.table, step.column)
      indexes.add(`${step.table} ${step.index}`)
      return
    case 'fill-index':
      if (!indexes.has(`${step.table} ${step.index}`)) {
        refuse(`${step.table} has no index ${step.index}.`)
      }
  }
}

type AddedColumn = Extract<MigrationStep, { readonly do: 'add-column' }>

function withColumn({ table, column, after, valueFrom }: AddedColumn, made: Made): readonly Column[] {
  const columns = columnsOf(made, table)
  if (columns.some(({ name }) => name === column.name)) {
    made.refuse(`${table} has a column ${column.name} already.`)
  }
  if (valueFrom !== undefined && columnOf(made, table, valueFrom).type !== column.type) {
    made.refuse(`${column.name} cannot take its value from ${valueFrom}, which has another type.`)
  }
  const before = columns.indexOf(columnOf(made, table, after))
  return columns.toSpliced(before + 1, 0, column)
}

function columnsOf({ tables, refuse }: Made, table: string): readonly Column[] {
  return tables.get(table) ?? refuse(`there is no table ${table}.`)
}

function columnOf(made: Made, table: string, name: string): Column {
  const column = columnsOf(made, table).find((each) => each.name === name)
  return column ?? made.refuse(`${table} has no column ${name}.`)
}
