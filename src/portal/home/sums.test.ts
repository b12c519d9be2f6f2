import { expect, test } from 'vitest'
import { parseDecimal } from '../../kernel/decimal.ts'
import { periodUntil } from './period.ts'
import { currenciesOf, sumsByDay, totalOf } from './sums.ts'

const amount = (text: string) => parseDecimal(text) ?? { units: 0n, scale: 0 }
const sum = (day: number, kind: 'paid' | 'refunded' | 'external', text: string, currency = 'EUR') => ({
  ...{ day, kind, currency, count: 1, amount: amount(text) },
})

test('the period is 30 days with today, beside the 30 before, over the end of February', () => {
  const { from, to, previousFrom, previousTo } = periodUntil(Temporal.PlainDate.from('2026-03-09'))

  expect([previousFrom, previousTo, from, to].map(String)).toEqual([
    ...['2026-01-09', '2026-02-07', '2026-02-08', '2026-03-09'],
  ])
})

test('every day has its sums in one currency, and days without payments have zeros', () => {
  const days = sumsByDay(
    [sum(0, 'paid', '0.10'), sum(59, 'paid', '0.20'), sum(59, 'refunded', '0.05'), sum(59, 'paid', '9', 'USD')],
    'EUR',
  )

  expect(days).toHaveLength(60)
  expect(days[0]?.paid).toMatchObject({ count: 1, amount: amount('0.10') })
  expect(days[30]?.paid).toEqual({ count: 0, amount: { units: 0n, scale: 0 } })
  expect(totalOf(days)).toMatchObject({
    paid: { count: 2, amount: amount('0.30') },
    refunded: { count: 1, amount: amount('0.05') },
    external: { count: 0 },
  })
})

test('the currency with the most items is the first', () => {
  const used = [
    { currency: 'USD', count: 2 },
    { currency: 'EUR', count: 2 },
    { currency: 'JPY', count: 1 },
    { currency: 'JPY', count: 4 },
  ]

  expect(currenciesOf(used)).toEqual(['JPY', 'EUR', 'USD'])
})
