import type { Column, ColumnType } from '../../kernel/stored-column.ts'
import type { MigrationStep } from '../engine/record-migration.ts'
import { DUCKDB_DIALECT, NUMBER_COLUMN_TYPE, numberColumn, numberOf, quoteName } from './duckdb-dialect.ts'
import { DUCKDB_TYPES, isMap } from './duckdb-types.ts'

/**
 * The default values of columns; other columns are nullable. Only constants: after a kill DuckDB
 * cannot replay a log that alters a table whose defaults call a function, such as that of an empty map.
 */
const DEFAULTS: Partial<Readonly<Record<ColumnType, string>>> = {
  text: `''`,
  'repetitive-text': `''`,
  hash: `''::blob`,
  flag: '0',
  version: '0',
  instant: `timestamp '1970-01-01'`,
}

/**
 * The statements of a migration, for one transaction. DuckDB cannot alter a table whose rows were changed in the same
 * transaction, so the values of new columns come last.
 */
export function migrationSql(steps: readonly MigrationStep[]): readonly string[] {
  const added = Map.groupBy(
    steps.filter((step) => step.do === 'add-column'),
    ({ table }) => table,
  )
  return [
    ...steps.flatMap(definitionsOf),
    ...[...added].flatMap(([table, columns]) => valuesSql(table, columns)),
    ...steps.flatMap((step) => (step.do === 'add-index' && step.kind === 'equality' ? [numbersSql(step)] : [])),
  ]
}

type AddIndex = Extract<MigrationStep, { do: 'add-index' }>

function numbersSql({ table, column }: AddIndex): string {
  return `update ${quoteName(table)} set ${numberColumn(column)} = ${numberOf(quoteName(column))}`
}

/** A range needs no index, because blocks of rows know their minimum and maximum values. */
function definitionsOf(step: MigrationStep): readonly string[] {
  switch (step.do) {
    case 'create-installation':
      return ['create table installation (id varchar not null, claimed_at timestamp not null)']
    case 'create-table':
      return [createTableSql(step.table, step.columns)]
    case 'add-column':
      return addColumnSql(step)
    case 'add-index':
      return step.kind === 'range'
        ? []
        : [`alter table ${quoteName(step.table)} add column ${numberColumn(step.column)} ${NUMBER_COLUMN_TYPE}`]
    case 'fill-index':
      return []
  }
}

function createTableSql(table: string, columns: readonly Column[]): string {
  const definitions = columns.map((column) => {
    const fallback = DEFAULTS[column.type]
    return `${plainColumn(column)}${fallback === undefined ? '' : ` not null default ${fallback}`}`
  })
  return `create table ${quoteName(table)} (${definitions.join(', ')})`
}

type AddColumn = Extract<MigrationStep, { do: 'add-column' }>

/** In two steps: while the configuration is locked, DuckDB refuses some columns that are added with a default. */
function addColumnSql({ table, column }: AddColumn): readonly string[] {
  const altered = `alter table ${quoteName(table)}`
  const fallback = DEFAULTS[column.type]
  return [
    `${altered} add column ${plainColumn(column)}`,
    ...(fallback === undefined ? [] : [`${altered} alter column ${quoteName(column.name)} set default ${fallback}`]),
  ]
}

/** Sets the values of new columns in existing rows. */
function valuesSql(table: string, added: readonly AddColumn[]): readonly string[] {
  const assignments = added.flatMap(({ column, valueFrom }) => {
    const fallback = isMap(column.type) ? 'map {}' : DEFAULTS[column.type]
    const value = valueFrom === undefined ? fallback : quoteName(valueFrom)
    return value === undefined ? [] : [`${quoteName(column.name)} = ${value}`]
  })
  if (assignments.length === 0) return []
  return [
    `update ${quoteName(table)} set ${assignments.join(', ')}`,
    // DuckDB moves rows to the end of the table when it updates their maps.
    `update record_months set is_sorted = false where table_name = ${DUCKDB_DIALECT.text(table)}`,
  ]
}

function plainColumn({ name, type }: Column): string {
  return `${quoteName(name)} ${DUCKDB_TYPES[type]}`
}
