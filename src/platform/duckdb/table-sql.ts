import type { Column, ColumnType } from '../../kernel/stored-column.ts'
import type { MigrationStep } from '../engine/record-migration.ts'
import { DUCKDB_DIALECT } from './duckdb-dialect.ts'
import { DUCKDB_TYPES, isMap } from './duckdb-types.ts'
import { quoteName } from './quote-name.ts'

const TEXT = `''`
/**
 * What a row has that brings no value; columns without one are nullable. Only constants: after a kill DuckDB cannot read
 * a log that changes a table whose defaults call a function, as that of an empty map does.
 */
const DEFAULTS: Readonly<Record<ColumnType, string | undefined>> = {
  text: TEXT,
  'repetitive-text': TEXT,
  hash: `''::blob`,
  flag: '0',
  version: '0',
  instant: `timestamp '1970-01-01'`,
  'nullable-instant': undefined,
  'nullable-date': undefined,
  'nullable-integer': undefined,
  'nullable-amount': undefined,
  'nullable-decimal': undefined,
  'text-map': undefined,
  'integer-map': undefined,
  'decimal-map': undefined,
  'instant-map': undefined,
}

/**
 * The statements of a migration, for one transaction: DuckDB changes no table any more whose rows it has changed in the
 * same one, so that the values of new columns come last.
 */
export function migrationSql(steps: readonly MigrationStep[]): readonly string[] {
  const added = Map.groupBy(
    steps.filter((step) => step.do === 'add-column'),
    ({ table }) => table,
  )
  return [...steps.flatMap(definitionsOf), ...[...added].flatMap(([table, columns]) => valuesSql(table, columns))]
}

/** DuckDB needs no indexes, since blocks of rows know their least and greatest values. */
function definitionsOf(step: MigrationStep): readonly string[] {
  switch (step.do) {
    case 'create-installation':
      return ['create table installation (id varchar not null, claimed_at timestamp not null)']
    case 'create-table':
      return [createTableSql(step.table, step.columns)]
    case 'add-column':
      return addColumnSql(step)
    case 'add-index':
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

/** One thing after the other: with its default at once some columns are refused where the configuration is locked. */
function addColumnSql({ table, column }: AddColumn): readonly string[] {
  const altered = `alter table ${quoteName(table)}`
  const fallback = DEFAULTS[column.type]
  return [
    `${altered} add column ${plainColumn(column)}`,
    ...(fallback === undefined ? [] : [`${altered} alter column ${quoteName(column.name)} set default ${fallback}`]),
  ]
}

/** What rows get that are there already. */
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
