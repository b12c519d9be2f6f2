import { assert } from '../../kernel/assert.ts'
import type { Column } from '../../kernel/stored-column.ts'
import { migratedTables, type RecordTables } from './migrated-tables.ts'
import type { MigrationStep, RecordMigration } from './record-migration.ts'

/** The steps from the tables that the migrations make to the tables that are wanted; none where they agree. */
export function pendingSteps(migrations: readonly RecordMigration[], wanted: RecordTables): readonly MigrationStep[] {
  const tables = migratedTables(migrations)
  return [...wanted].flatMap(([table, columns]): readonly MigrationStep[] => {
    const known = tables.get(table)
    return known === undefined ? [{ do: 'create-table', table, columns }] : addedColumns(table, columns, known)
  })
}

function addedColumns(table: string, wanted: readonly Column[], known: readonly Column[]): readonly MigrationStep[] {
  const types = new Map(known.map(({ name, type }) => [name, type]))
  return wanted.flatMap((column, index): readonly MigrationStep[] => {
    const type = types.get(column.name)
    assert(
      type === undefined || type === column.type,
      `The column ${column.name} of ${table} is ${type}: it cannot become ${column.type}. Give the field another column.`,
    )
    if (type !== undefined) return []
    const before = wanted[index - 1]
    assert(before !== undefined, 'The first column of a table is never a new one.')
    return [{ do: 'add-column', table, column, after: before.name }]
  })
}
