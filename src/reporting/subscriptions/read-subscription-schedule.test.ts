import { describe, expect, test } from 'vitest'
import { isRefused, read, refusedFields } from '../../../test/support/data/reading-subscriptions.ts'
import { aSubscription } from '../../../test/support/data/report-orders.ts'

test.each([
  [
    { reportFrequency: 'DAILY', startDay: 31 },
    { frequency: 'DAILY', startDay: undefined },
  ],
  [{ reportFrequency: 'Weekly' }, { frequency: 'WEEKLY', startDay: 1 }],
  [
    { reportFrequency: 'weekly', startDay: 7 },
    { frequency: 'WEEKLY', startDay: 7 },
  ],
  [
    { reportFrequency: 'mOnThLy', startDay: '31' },
    { frequency: 'MONTHLY', startDay: 31 },
  ],
  [
    { reportFrequency: 'MONTHLY', startDay: '01' },
    { frequency: 'MONTHLY', startDay: 1 },
  ],
  [
    { reportFrequency: 'MONTHLY', startDay: null },
    { frequency: 'MONTHLY', startDay: 1 },
  ],
  [
    { reportFrequency: 'user_defined', reportInterval: 'PT2H30M', startDay: 4 },
    { frequency: 'USER_DEFINED', interval: 'PT2H30M', startDay: undefined },
  ],
  [
    { reportFrequency: '', reportInterval: '' },
    { frequency: 'DAILY', interval: undefined },
  ],
  [{ startTime: '' }, { startTime: '0000' }],
  [{ startTime: '2359' }, { startTime: '2359' }],
  [{ startTime: '0900-01-01T00:00:00.000Z' }, { startTime: '0900' }],
  [{ startTime: '2017-10-01T10:10:10+05:00' }, { startTime: '1010' }],
])('%j is the schedule %j', (changes, words) => {
  expect(read(changes).timing).toMatchObject(words)
})

test.each([
  [{ reportFrequency: 'ADHOC' }, ['reportFrequency']],
  [{ reportFrequency: 'adhoc' }, ['reportFrequency']],
  [{ reportFrequency: 'YEARLY' }, ['reportFrequency']],
  [{ reportFrequency: ' DAILY' }, ['reportFrequency']],
  [{ reportFrequency: ['DAILY'] }, ['reportFrequency']],
  [{ reportFrequency: 'DAILY', startDay: 32 }, ['startDay']],
  [{ reportFrequency: 'WEEKLY', startDay: 8 }, ['startDay']],
  [{ reportFrequency: 'WEEKLY', startDay: '0' }, ['startDay']],
  [{ reportFrequency: 'MONTHLY', startDay: 32 }, ['startDay']],
  [{ reportFrequency: 'MONTHLY', startDay: 1.5 }, ['startDay']],
  [{ reportFrequency: 'MONTHLY', startDay: '1.0' }, ['startDay']],
  [{ reportFrequency: 'MONTHLY', startDay: ' 1' }, ['startDay']],
  [{ reportFrequency: 'MONTHLY', startDay: '1e1' }, ['startDay']],
  [{ reportFrequency: 'MONTHLY', startDay: true }, ['startDay']],
  [{ reportFrequency: 'MONTHLY', startDay: [1] }, ['startDay']],
  [{ reportFrequency: 'USER_DEFINED', reportInterval: 60 }, ['reportInterval']],
  [{ startTime: 900 }, ['startTime']],
  [{ startTime: '09:00' }, ['startTime']],
  [{ startTime: '0900 ' }, ['startTime']],
  [{ startTime: '0900\n' }, ['startTime']],
  [{ startTime: '٠٩٠٠' }, ['startTime']],
])('%j is refused for %j', (changes, fields) => {
  expect(refusedFields(changes)).toEqual(fields.map((field) => `${field} INVALID_DATA`))
})

test.each(['DAILY', 'WEEKLY', 'MONTHLY'])('an interval with %s is ignored with a warning', (reportFrequency) => {
  const { timing, warnings } = read({ reportFrequency, reportInterval: 'PT1H' })

  expect(timing.interval).toBeUndefined()
  expect(warnings).toEqual([
    {
      field: 'reportInterval',
      reason: 'NO_EFFECT',
      message: `reportInterval has no effect: the reportFrequency is ${reportFrequency}, not USER_DEFINED.`,
    },
  ])
  expect(read({ reportFrequency: 'USER_DEFINED', reportInterval: 'PT1H' }).warnings).toEqual([])
})

test('a start time can be any minute of a day and no other four digits', () => {
  const written = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
  const minutes = written.filter((text) => Number(text) < 2400 && Number(text.slice(2)) < 60)

  expect(minutes).toHaveLength(24 * 60)
  expect(written.filter((startTime) => !isRefused(aSubscription({ startTime })))).toEqual(minutes)
})

test('a start day can be any day of the frequency, as a number or as a string', () => {
  const days = Array.from({ length: 40 }, (_, index) => index - 3)
  const taken = (reportFrequency: string, written: (day: number) => unknown) =>
    days.filter((day) => !isRefused(aSubscription({ reportFrequency, startDay: written(day) })))
  const upTo = (max: number) => days.filter((day) => day >= 1 && day <= max)

  for (const written of [Number, String]) {
    expect(taken('WEEKLY', written)).toEqual(upTo(7))
    expect(taken('MONTHLY', written)).toEqual(upTo(31))
  }
})

describe('an interval', () => {
  const counted = (reportInterval: unknown) => ({
    reportFrequency: 'USER_DEFINED',
    reportInterval,
  })

  test('an interval can be any whole number of minutes below a day, in its shortest form', () => {
    for (let minutes = 1; minutes < 24 * 60; minutes += 1) {
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
      const text = `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
      expect(read(counted(text)).timing.interval).toBe(text)
    }
  })

  test.each([undefined, null, ''])('the interval %j counts as missing', (none) => {
    expect(refusedFields(counted(none))).toEqual(['reportInterval MISSING_FIELD'])
  })

  test.each([
    'PT',
    'PT0M',
    'PT0H',
    'PT24H',
    'PT60M',
    'PT1H60M',
    'PT0H5M',
    'PT1H0M',
    'PT05M',
    'PT30S',
    'PT1H30M15S',
    'P1D',
    'P1DT1H',
    'PT1.5H',
    '-PT1H',
    'pt1h',
    'PT1M1H',
    ' PT1H',
    'PT1H\n',
  ])('the interval %j is refused', (text) => {
    expect(refusedFields(counted(text))).toEqual(['reportInterval INVALID_DATA'])
  })
})
