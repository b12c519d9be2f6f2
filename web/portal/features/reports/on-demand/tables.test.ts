import { expect, test } from 'vitest'
import { onDemandSearch } from './on-demand-search.ts'
import { headingOf, isNumberColumn, tablesOf } from './tables.ts'

test('every list with entries is a table, with the columns that have values', () => {
  const tables = tablesOf({
    organizationId: 'shop',
    chargebackDetails: [
      { amount: '12.50', currencyCode: 'EUR', nested: { a: 1 } },
      { amount: '3', reasonCode: '10.4', isLate: true },
    ],
    others: [],
  })

  expect(tables).toEqual([
    {
      name: 'chargebackDetails',
      columns: ['amount', 'currencyCode', 'reasonCode', 'isLate'],
      rows: [
        ['12.50', 'EUR', '', ''],
        ['3', '', '10.4', 'true'],
      ],
    },
  ])
  expect(tablesOf({})).toEqual([])
})

test('columns have headings, and numbers stand at the right', () => {
  const [table] = tablesOf({ list: [{ fundedAmount: '-1.5', amount: 'n/a', count: 3 }] })

  expect(['fundedAmount', 'transactionReferenceNumber', 'representmentCPTime'].map(headingOf)).toEqual([
    'Funded amount',
    'Transaction reference number',
    'Representment CP time',
  ])
  expect(['fundedAmount', 'amount', 'count'].map((name) => table && isNumberColumn(table, name))).toEqual([
    true,
    false,
    true,
  ])
})

test('the address keeps what it knows', () => {
  const search = { report: 'net-fundings', from: '2026-03-01', to: '2026-03-31', group: 'North', rollUp: 'week' }

  expect(onDemandSearch({ ...search, page: '2' })).toEqual({ ...search, page: '2' })
  expect(onDemandSearch({ report: 'toString', from: '2026-02-30', rollUp: 'year', page: '0', group: '' })).toEqual({})
})
