import { expect, test } from 'vitest'
import { countsByDay } from './counts-by-day.ts'

const timeZone = 'UTC'

test('the numbers of merchants are added up, and days without any are there', () => {
  const counts = [
    { time: '2026-03-09T00:00:00Z', count: 2 },
    { time: '2026-03-11T00:00:00Z', count: 1 },
    { time: '2026-03-09T00:00:00Z', count: 3 },
  ]

  expect(countsByDay(counts, { from: '2026-03-08', to: '2026-03-11', timeZone })).toEqual([
    { day: '2026-03-08', count: 0 },
    { day: '2026-03-09', count: 5 },
    { day: '2026-03-10', count: 0 },
    { day: '2026-03-11', count: 1 },
  ])
})

test('nothing is counted outside of the days', () => {
  const counts = [{ time: '2026-03-12T00:00:00Z', count: 7 }]

  expect(countsByDay(counts, { from: '2026-03-11', to: '2026-03-11', timeZone })).toEqual([
    { day: '2026-03-11', count: 0 },
  ])
})

test('days are those of the calendar where clocks were changed since the first one', () => {
  const counts = [
    { time: '2026-10-23T22:00:00Z', count: 1 },
    { time: '2026-10-25T22:00:00Z', count: 2 },
  ]

  expect(countsByDay(counts, { from: '2026-10-24', to: '2026-10-26', timeZone: 'Europe/Berlin' })).toEqual([
    { day: '2026-10-24', count: 1 },
    { day: '2026-10-25', count: 0 },
    { day: '2026-10-26', count: 2 },
  ])
})
