import { describe, expect, test } from 'vitest'
import { readMigrations } from '../platform/migration-files.ts'
import { KINDS } from './domain/catalogue/kinds.ts'
import { pendingRecordMigration } from './pending-record-migration.ts'
import { createTableSql } from './record-table-sql.ts'

const { deposit } = KINDS

describe('the migration that a change of the catalogue needs', () => {
  test('the migrations that are there make what the catalogue asks for', () => {
    const migrations = readMigrations('clickhouse').map(({ sql }) => sql)

    expect(pendingRecordMigration(migrations)).toEqual([])
  })

  test('a new kind needs its table', () => {
    expect(pendingRecordMigration([], [deposit])).toEqual([createTableSql(deposit)])
  })

  test('a field that is added needs one column, behind the one that stands before it', () => {
    const before = createTableSql(deposit).replace(/\n {2}deposit_identifier .*/, '')
    expect(before).not.toBe(createTableSql(deposit))

    const statements = pendingRecordMigration([before], [deposit])

    expect(statements).toEqual([
      expect.stringMatching(
        /^alter table deposits add column if not exists deposit_identifier String after \w+$/,
      ),
    ])
    expect(pendingRecordMigration([before, `${statements[0]};`], [deposit])).toEqual([])
  })

  test('the columns of a group that comes to a kind are added one by one', () => {
    const grown = { ...deposit, groups: [...deposit.groups, 'Conversion'] }

    const statements = pendingRecordMigration([createTableSql(deposit)], [grown])

    expect(statements.length).toBeGreaterThan(1)
    expect(statements.every((sql) => sql.startsWith('alter table deposits add column '))).toBe(true)
    const written = statements.map((sql) => `${sql};\n`).join('\n')
    expect(pendingRecordMigration([createTableSql(deposit), written], [grown])).toEqual([])
  })

  test('a field cannot take another type under its column’s name', () => {
    const other = createTableSql(deposit).replace(
      /(\n {2}merchant_reference_number) String/,
      '$1 UInt8',
    )

    expect(() => pendingRecordMigration([other], [deposit])).toThrow(
      /Give the field another column/,
    )
  })
})
