import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INVOICE_STATUSES } from '../../../../src/invoicing/rules/invoice.ts'
import { LANGUAGES } from '../../../../src/kernel/language.ts'
import { queryString, readQueryString } from '../../api/query-string.ts'
import { filterQuery, selectionQuery, sortQuery } from './api-query.ts'
import { COLUMNS, toggledColumns } from './columns.ts'
import {
  EMPTY_STATE,
  inView,
  isFiltered,
  type ListState,
  nextSort,
  readListState,
  searchOf,
  withoutOtherSelection,
} from './list-state.ts'
import { CREATED_PERIODS, DUE_PERIODS } from './periods.ts'
import { isUnchanged, savedParts, stateOfView } from './saved-views.ts'
import { statusChoices, VIEWS } from './views.ts'

const TODAY = '2026-11-18'
const seed = 20_261_118
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const typed = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.trim())
  .filter(Boolean)
const days = fc.constantFrom('2024-02-29', '2026-01-01', '2026-12-31')
const datesOf = (periods: readonly (typeof CREATED_PERIODS | typeof DUE_PERIODS)[number][]) =>
  optional(
    fc.oneof(
      fc.record({ kind: fc.constant('period' as const), period: fc.constantFrom(...periods) }),
      fc.record({ kind: fc.constant('days' as const), from: days, to: optional(days) }),
      fc.record({ kind: fc.constant('days' as const), from: fc.constant(undefined), to: days }),
    ),
  )
const amounts = fc.constantFrom('0', '35', '1234.56', '123456789012345.678')

const states: fc.Arbitrary<ListState> = fc
  .record({
    view: fc.constantFrom(...VIEWS),
    search: optional(typed),
    status: fc.subarray([...INVOICE_STATUSES]),
    created: datesOf(CREATED_PERIODS),
    due: datesOf(DUE_PERIODS),
    amount: optional(fc.record({ from: amounts, to: optional(amounts) })),
    currency: optional(fc.constantFrom('EUR', 'JPY', 'KWD')),
    customerEmail: optional(fc.constantFrom('tanya.lee+a@example.com', 'o’brien@例え.jp')),
    language: optional(fc.constantFrom(...LANGUAGES)),
    customFields: fc.array(fc.record({ name: typed.map((name) => name.replaceAll(':', '-')), value: typed }), {
      maxLength: 2,
    }),
    sort: optional(fc.record({ key: fc.constantFrom('dueDate', 'totalAmount'), isDescending: fc.boolean() })),
    columns: optional(fc.subarray([...COLUMNS], { minLength: 1 })),
    undelivered: optional(fc.constant(true as const)),
    saved: optional(fc.uuid()),
    selected: optional(
      fc.oneof(
        fc.constant({ kind: 'all' as const }),
        fc.record({
          kind: fc.constant('some' as const),
          keys: fc.subarray(['A1', 'B 2/3', 'shop1:A1'], { minLength: 1 }),
        }),
      ),
    ),
  })
  .map((state) => ({ ...state, status: state.status.filter((status) => statusChoices(state.view).includes(status)) }))

/** The address as the router writes and reads it. */
function throughAddress(state: ListState): ListState {
  return readListState(readQueryString(queryString(searchOf(state))))
}

test('every filter, sort, selection and choice of columns is the same after a reload', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(throughAddress(state)).toEqual(state)
    }),
    { seed, numRuns: 300 },
  )
})

test('a saved view opens the list that was saved', () => {
  fc.assert(
    fc.property(states, (state) => {
      const view = {
        viewId: 'v1',
        name: 'Mine',
        isShared: false,
        list: 'invoices' as const,
        canChange: true,
        ...savedParts(state),
      }

      expect(stateOfView(view)).toEqual({ ...state, saved: 'v1', selected: undefined })
      expect(isUnchanged(state, view)).toBe(true)
    }),
    { seed, numRuns: 300 },
  )
})

test('a changed filter, sort or column shows that a view is no longer the saved one', () => {
  const view = {
    viewId: 'v1',
    name: 'Mine',
    isShared: false,
    list: 'invoices' as const,
    canChange: true,
    query: 'view=overdue&sort=dueDate%3Aasc',
    columns: [],
  }
  const opened = stateOfView(view)

  expect(isUnchanged({ ...opened, currency: 'EUR' }, view)).toBe(false)
  expect(isUnchanged({ ...opened, sort: undefined }, view)).toBe(false)
  expect(isUnchanged({ ...opened, columns: ['number'] }, view)).toBe(false)
})

test('parameters that mean nothing are left out and keep the rest', () => {
  const state = readListState({
    ...{ view: 'sideways', status: 'paid,lost', createdFrom: '2026-02-31', dueTo: 'tomorrow', amountFrom: '-1' },
    ...{ currency: 'eur', language: 'tlh', customField: 'novalue', sort: 'mood:desc', columns: 'total,nonsense' },
  })

  expect(state).toEqual({ ...EMPTY_STATE, status: ['PAID'], currency: 'EUR', columns: ['total'] })
})

describe('the API is asked', () => {
  test.each([
    ['all', ''],
    ['draft', '?status=DRAFT'],
    ['open', '?status=CREATED%2CSENT%2CPARTIAL%2CPENDING'],
    ['overdue', '?overdue=true'],
    ['paid', '?status=PAID'],
    ['canceled', '?status=CANCELED'],
  ] as const)('in view %s for %j', (view, query) => {
    expect(queryString(filterQuery({ ...EMPTY_STATE, view }, TODAY))).toBe(query)
  })

  test('for every filter that is on', () => {
    const state = readListState({
      ...{ view: 'open', status: 'SENT', createdIn: 'lastMonth', dueTo: '2026-12-01', amountFrom: '100' },
      ...{ currency: 'EUR', customerEmail: 'a+b@example.com', language: 'de-DE', search: 'Müller & Söhne' },
      ...{ customField: ['Cost center:47:11', 'Order:7'], sort: 'totalAmount:desc' },
    })

    const query = new URLSearchParams(queryString({ ...filterQuery(state, TODAY), ...sortQuery(state) }))

    expect([...query]).toEqual([
      ['status', 'SENT'],
      ['customerEmail', 'a+b@example.com'],
      ['createdFrom', '2026-10-01'],
      ['createdTo', '2026-10-31'],
      ['dueTo', '2026-12-01'],
      ['amountFrom', '100'],
      ['currency', 'EUR'],
      ['language', 'de-DE'],
      ['customField', 'Cost center:47:11'],
      ['customField', 'Order:7'],
      ['search', 'Müller & Söhne'],
      ['sort', 'totalAmount:desc'],
    ])
  })
})

test('a selection is that of the same filters, whatever the sort and the columns are', () => {
  const before = readListState({ view: 'open', currency: 'EUR', selected: 'A1,A2' })
  const selected = { kind: 'some', keys: ['A1', 'A2'] }

  expect(withoutOtherSelection(before, { ...before, sort: undefined, columns: ['total'] }).selected).toEqual(selected)
  expect(withoutOtherSelection(before, { ...before, currency: 'USD' }).selected).toBeUndefined()
  expect(withoutOtherSelection({ ...before, selected: undefined }, before).selected).toEqual(selected)
})

test('the API is asked for selected invoices by their numbers, or for all that match', () => {
  const state = readListState({ view: 'paid', currency: 'EUR' })

  expect(selectionQuery({ kind: 'some', keys: ['A1', 'shop1:A2'] }, state, TODAY)).toEqual({ invoiceId: 'A1,shop1:A2' })
  expect(selectionQuery({ kind: 'all' }, state, TODAY)).toEqual(filterQuery(state, TODAY))
})

test('another view keeps the filters but not the statuses of the one before', () => {
  const state = readListState({ view: 'open', status: 'SENT', currency: 'EUR' })

  const paid = inView(state, 'paid')

  expect(searchOf(paid)).toEqual({ view: 'paid', currency: 'EUR' })
  expect(isFiltered(paid)).toBe(true)
})

test('a second click on a column’s head turns the sort around', () => {
  const first = nextSort(undefined, 'totalAmount')

  expect(first).toEqual({ key: 'totalAmount', isDescending: true })
  expect(nextSort(first, 'totalAmount')).toEqual({ key: 'totalAmount', isDescending: false })
  expect(nextSort(undefined, 'createdDate')).toEqual({ key: 'createdDate', isDescending: false })
  expect(nextSort({ key: 'dueDate', isDescending: true }, 'createdDate')).toBeUndefined()
})

test('columns that are switched off and on again are the usual ones', () => {
  const scope = { hasMerchants: false }
  const without = toggledColumns(undefined, 'balance', scope)

  expect(without).toEqual(['number', 'customer', 'status', 'issued', 'due', 'total'])
  expect(toggledColumns(without, 'balance', scope)).toBeUndefined()
})
