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

/** A column is added without its constraint, which DuckDB takes only afterwards. */
function addColumnSql(step: AddColumn): readonly string[] {
  const table = quoteName(step.table)
  const name = quoteName(step.column.name)
  const fallback = DEFAULTS[step.column.type]
  const added = `alter table ${table} add column ${plainColumn(step.column)}`
  const given = givenBy(step)
  return [
    fallback === undefined ? added : `${added} default ${fallback}`,
    ...(fallback === undefined ? [] : [`alter table ${table} alter column ${name} set not null`]),
    ...(given === undefined ? [] : [`update ${table} set ${name} = ${quoteName(given)}`]),
  ]
}

/** Every object has a function of this name where the step has none of its own. */
function givenBy(step: AddColumn): string | undefined {
  return Object.hasOwn(step, 'valueOf') ? step.valueOf : undefined
}

function plainColumn({ name, type }: Column): string {
  return `${quoteName(name)} ${DUCKDB_TYPES[type]}`
}
