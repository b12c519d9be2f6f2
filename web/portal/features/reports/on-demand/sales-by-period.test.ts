import { expect, test } from 'vitest'
import { salesByPeriod } from './sales-by-period.ts'

const summary = (startTime: string, salesAmount: string, given: object = {}) => ({
  ...{ currencyCode: 'EUR', paymentSubTypeDescription: 'Visa', startTime, endTime: '', salesCount: 1, salesAmount },
  ...{ creditCount: 0, creditAmount: '0.00', ...given },
})
const sales = (...given: Parameters<typeof salesByPeriod>) =>
  [...salesByPeriod(...given)].map(([currency, periods]) => [
    currency,
    periods.map(({ start, salesAmount }) => [start, salesAmount]),
  ])

test('card schemes of one day are added up exactly, and a day without sales is there', () => {
  const summaries = [
    summary('2026-03-09T00:00:00+01:00', '0.10'),
    summary('2026-03-09T00:00:00+01:00', '9007199254740993.20', { paymentSubTypeDescription: 'Mastercard' }),
    summary('2026-03-11T00:00:00+01:00', '5.00', { creditAmount: '-1.25' }),
  ]

  const periods = salesByPeriod(summaries, { from: '2026-03-09', to: '2026-03-11', rollUp: 'day' }).get('EUR')

  expect(periods).toEqual([
    { start: '2026-03-09', salesCount: 2, salesAmount: '9007199254740993.30', creditAmount: '0.00' },
    { start: '2026-03-10', salesCount: 0, salesAmount: '0', creditAmount: '0' },
    { start: '2026-03-11', salesCount: 1, salesAmount: '5.00', creditAmount: '-1.25' },
  ])
})

test('currencies are never added', () => {
  const summaries = [
    summary('2026-03-09T00:00:00Z', '1.00'),
    summary('2026-03-09T00:00:00Z', '100', { currencyCode: 'JPY' }),
  ]

  expect(sales(summaries, { from: '2026-03-09', to: '2026-03-09', rollUp: 'day' })).toEqual([
    ['EUR', [['2026-03-09', '1.00']]],
    ['JPY', [['2026-03-09', '100']]],
  ])
})

test.each([
  ['week', '2026-02-26T00:00:00Z', ['2026-02-23', '2026-03-02', '2026-03-09']],
  ['month', '2026-02-26T00:00:00Z', ['2026-02-01', '2026-03-01']],
] as const)('a %s that began before the period counts from its first day', (rollUp, startTime, starts) => {
  const [[, periods] = []] = sales([summary(startTime, '1.00')], { from: '2026-02-26', to: '2026-03-10', rollUp })

  expect(periods).toEqual(starts.map((start, index) => [start, index === 0 ? '1.00' : '0']))
})
