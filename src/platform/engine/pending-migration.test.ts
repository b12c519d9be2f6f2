import { describe, expect, test } from 'vitest'
import type { Column } from '../../kernel/stored-column.ts'
import { pendingSteps } from './pending-migration.ts'
import type { MigrationStep, RecordMigration } from './record-migration.ts'

const id: Column = { name: 'record_id', type: 'text' }
const amount: Column = { name: 'amount', type: 'nullable-amount' }
const rate: Column = { name: 'rate', type: 'nullable-decimal' }
const wanted = new Map([['fees', [id, amount, rate]]])
const created = (...columns: readonly Column[]): RecordMigration =>
  migration({ do: 'create-table', table: 'fees', columns })

function migration(...steps: readonly MigrationStep[]): RecordMigration {
  return { version: 1, name: '0001_step', owner: 'records', steps }
}

describe('the migration that a change of the catalogue needs', () => {
  test('a new kind needs its table', () => {
    const steps = pendingSteps([], wanted)

    expect(steps).toEqual([{ do: 'create-table', table: 'fees', columns: [id, amount, rate] }])
    expect(pendingSteps([migration(...steps)], wanted)).toEqual([])
  })

  test('fields that are added need a column each, behind the one that stands before it', () => {
    const steps = pendingSteps([created(id)], wanted)

    expect(steps).toEqual([
      { do: 'add-column', table: 'fees', column: amount, after: 'record_id' },
      { do: 'add-column', table: 'fees', column: rate, after: 'amount' },
    ])
    expect(pendingSteps([created(id), migration(...steps)], wanted)).toEqual([])
  })

  test('a column that nobody asks for any more stays', () => {
    const former: Column = { name: 'note', type: 'text' }

    expect(pendingSteps([created(id, former, amount, rate)], wanted)).toEqual([])
  })

  test('a field cannot take another type under its column’s name', () => {
    const other = created(id, { name: 'amount', type: 'text' }, rate)

    expect(() => pendingSteps([other], wanted)).toThrow(/Give the field another column/)
  })

  test('what tells records apart is there from the beginning', () => {
    expect(() => pendingSteps([created(amount)], wanted)).toThrow(/first column/)
  })
})
