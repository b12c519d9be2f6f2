import { expect, test } from 'vitest'
import { EMPTY_STATE, filterQuery, nextSort, readState, searchOf, type TransactionListState } from './state.ts'

const FULL: TransactionListState = {
  ...{ search: '4242', types: ['REFUND'], states: ['COMPLETED', 'DECLINED'], currency: 'JPY', lastFour: '0012' },
  dates: { kind: 'period', period: 'last30Days' },
  moved: { kind: 'days', from: '2026-03-08', to: '2026-03-08' },
  amount: { from: '10.50', to: undefined },
  ...{ email: 'a+b@example.com', source: 'Invoicing', processor: 'MID 1' },
  sort: { key: 'amount', isDescending: false },
  columns: ['reference', 'amount'],
  saved: 'view-1',
}

test('an address with every filter says the same after it was read', () => {
  expect(readState(searchOf(FULL))).toEqual(FULL)
  expect(searchOf(EMPTY_STATE)).toEqual({})
})

test('what an address cannot mean is left out, and the rest counts', () => {
  const state = readState({ type: 'GIFT,refund', currency: 'XXL', lastFour: '12a', sort: 'id', madeFrom: '2026-02-31' })

  expect(state).toEqual({ ...EMPTY_STATE, types: ['REFUND'] })
})

test('a period moves with the day on which the list is read', () => {
  expect(filterQuery(FULL, '2026-03-31')).toMatchObject({ from: '2026-03-02', to: '2026-03-31', type: 'REFUND' })
  expect(filterQuery(FULL, '2026-03-31')).toMatchObject({ movedFrom: '2026-03-08', movedTo: '2026-03-08' })
  expect(filterQuery(EMPTY_STATE, '2026-03-31')).toMatchObject({ from: undefined, to: undefined })
})

test('a column is sorted from its largest value on, and then the other way', () => {
  expect(nextSort(undefined, 'amount')).toEqual({ key: 'amount', isDescending: true })
  expect(nextSort({ key: 'amount', isDescending: true }, 'amount')).toEqual({ key: 'amount', isDescending: false })
  expect(nextSort({ key: 'amount', isDescending: false }, 'time')).toBeUndefined()
  expect(nextSort(undefined, 'time')).toEqual({ key: 'time', isDescending: false })
})
