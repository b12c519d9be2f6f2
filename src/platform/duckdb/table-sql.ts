import type { Column, ColumnType } from '../../kernel/stored-column.ts'
import type { MigrationStep } from '../engine/record-migration.ts'
import { DUCKDB_TYPES } from './duckdb-types.ts'
import { quoteName } from './quote-name.ts'

const TEXT = `''`
const MAP = 'map {}'
/** What a row has that brings no value; columns without one are nullable. */
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
  'text-map': MAP,
  'integer-map': MAP,
  'decimal-map': MAP,
  'instant-map': MAP,
}

/** The statements of a step; DuckDB needs no indexes, since blocks of rows know their least and greatest values. */
export function statementsOf(step: MigrationStep): readonly string[] {
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

/**
 * One thing after the other: DuckDB takes no constraint in the transaction that adds a column, and a default at once
 * only where its configuration is not locked.
 */
function addColumnSql({ table, column, valueFrom }: AddColumn): readonly string[] {
  const place = quoteName(table)
  const name = quoteName(column.name)
  const fallback = DEFAULTS[column.type]
  const value = valueFrom === undefined ? fallback : quoteName(valueFrom)
  return [
    `alter table ${place} add column ${plainColumn(column)}`,
    ...(value === undefined ? [] : [`update ${place} set ${name} = ${value}`]),
    ...(fallback === undefined
      ? []
      : [`alter table ${place} alter column ${name} set default ${fallback}`]),
  ]
}

function plainColumn({ name, type }: Column): string {
  return `${quoteName(name)} ${DUCKDB_TYPES[type]}`
}
