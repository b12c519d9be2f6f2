import { expect, test } from 'vitest'
import { KINDS } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { pendingSteps } from '../../platform/engine/pending-migration.ts'
import { readRecordMigrations } from '../../platform/engine/read-record-migrations.ts'

test('the migrations that are there make the tables that the catalogue asks for', () => {
  const wanted = new Map(Object.values(KINDS).map((kind) => [kind.table, columnsOf(kind)]))

  expect(pendingSteps(readRecordMigrations(), wanted)).toEqual([])
})
