import { assert } from '../kernel/assert.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import { type Column, columnsOf } from './domain/record-table.ts'
import { ALL_KINDS, addColumnSql, createTableSql, SQL_TYPES } from './record-table-sql.ts'

const CREATED = /create table if not exists (\w+) \(\n([\s\S]*?)\n\) engine/g
const ADDED = /alter table (\w+) add column if not exists (\w+) (.+) after \w+;?$/gm

/**
 * What brings the record tables from what the migrations so far make of them to what the catalogue asks
 * for; no statement where they agree.
 */
export function pendingRecordMigration(
  migrations: readonly string[],
  kinds: readonly RecordKind[] = ALL_KINDS,
): readonly string[] {
  const tables = tablesAfter(migrations.join('\n'))
  return kinds.flatMap((kind) => {
    const known = tables.get(kind.table)
    return known === undefined ? [createTableSql(kind)] : addedColumns(kind, known)
  })
}

type KnownColumns = ReadonlyMap<string, string>

function addedColumns(kind: RecordKind, known: KnownColumns): readonly string[] {
  const statements: string[] = []
  let before: Column | undefined
  for (const column of columnsOf(kind)) {
    const type = known.get(column.name)
    assert(
      type === undefined || type === SQL_TYPES[column.type],
      `The column ${column.name} of ${kind.table} is ${type}: it cannot become ${SQL_TYPES[column.type]}. Give the field another column.`,
    )
    if (type === undefined) {
      assert(before !== undefined, 'The first column of a table is never a new one.')
      statements.push(addColumnSql(kind, column, before.name))
    }
    before = column
  }
  return statements
}

function tablesAfter(sql: string): ReadonlyMap<string, KnownColumns> {
  const tables = new Map<string, Map<string, string>>()
  for (const [, table = '', declared = ''] of sql.matchAll(CREATED)) {
    const columns = declared.split(',\n').map((line): [string, string] => {
      const [name = '', type = ''] = line.trim().split(/ (.*)/s)
      return [name, type]
    })
    tables.set(table, new Map(columns))
  }
  for (const [, table = '', name = '', type = ''] of sql.matchAll(ADDED)) {
    tables.get(table)?.set(name, type)
  }
  return tables
}
