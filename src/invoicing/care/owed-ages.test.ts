import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueDatesOf, OWED_AGES } from './owed-ages.ts'

const today = Temporal.PlainDate.from('2026-03-09')
const { compare } = Temporal.PlainDate

test('the ages have the due dates that their names say', () => {
  const dates = OWED_AGES.map(({ age }) => {
    const { dueFrom, dueTo } = dueDatesOf(age, today)
    return [age, dueFrom?.toString(), dueTo?.toString()]
  })

  expect(dates).toEqual([
    ['notDue', '2026-03-09', undefined],
    ['late1', '2026-02-07', '2026-03-08'],
    ['late31', '2026-01-08', '2026-02-06'],
    ['late61', '2025-12-09', '2026-01-07'],
    ['late91', undefined, '2025-12-08'],
  ])
})

test('every due date has exactly one age', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
      const dueOn = today.add({ days })
      const fitting = OWED_AGES.filter(({ age }) => {
        const { dueFrom, dueTo } = dueDatesOf(age, today)
        const isAfter = dueFrom === undefined || compare(dueOn, dueFrom) >= 0
        return isAfter && (dueTo === undefined || compare(dueOn, dueTo) <= 0)
      })
      expect(fitting).toHaveLength(1)
    }),
  )
})
