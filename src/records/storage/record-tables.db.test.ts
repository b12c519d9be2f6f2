import { describe, expect, test } from 'vitest'
import { aRecordStore } from '../../../test/support/stores/record-store.ts'
import { ALL_KINDS } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { readRecordMigrations } from '../../platform/engine/read-record-migrations.ts'

/** The engine's own, in place of an index. */
const NUMBER_OF_REQUEST = `'request_id_number'`

const { engine } = await aRecordStore()

describe('the record tables that the migrations create', () => {
  test.each(ALL_KINDS.map((kind) => [kind.table, kind] as const))(
    '%s has the columns of the catalogue',
    async (table, kind) => {
      const described = await engine.rows<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_name = '${table}' and column_name <> ${NUMBER_OF_REQUEST}`,
      )

      expect(described.map(({ name }) => name).toSorted()).toEqual(
        columnsOf(kind)
          .map(({ name }) => name)
          .toSorted(),
      )
    },
  )

  test('a second migration finds nothing to do', async () => {
    const { applied } = await engine.migrate(readRecordMigrations())

    expect(applied).toEqual([])
    expect(await engine.pendingMigrations(readRecordMigrations())).toBe(0)
  })
})
