import { describe, expect, test } from 'vitest'
import {
  headState,
  keyOfInvoice,
  readSelection,
  SELECTED_MAX,
  selectedKeys,
  selectionText,
  withSelected,
} from './selection.ts'

const some = (...keys: readonly string[]) => ({ kind: 'some', keys }) as const
const all = { kind: 'all' } as const
const LOADED = Array.from({ length: 300 }, (_, index) => `A${index}`)

describe('the address of a selection', () => {
  test.each([some('A1', 'B 2/3'), some('shop1:A1', 'shop_2:A1'), some('all'), all])(
    '%o is the same after a reload',
    (selection) => {
      expect(readSelection(selectionText(selection))).toEqual(selection)
    },
  )

  test.each([
    ['A1,A1,A2', some('A1', 'A2')],
    ['A1,,-x,a:b:c,A2', some('A1', 'A2')],
    ['', undefined],
    ['*,A1', some('A1')],
    [LOADED.join(','), some(...LOADED.slice(0, SELECTED_MAX))],
  ])('of %j only what means something is read', (text, selection) => {
    expect(readSelection(text)).toEqual(selection)
  })
})

describe('ticking', () => {
  const change = { loaded: LOADED, isSelected: true }

  test('adds rows once, and removes them', () => {
    const two = withSelected(some('A1'), { ...change, keys: ['A1', 'A2'] })

    expect(two).toEqual(some('A1', 'A2'))
    expect(withSelected(two, { ...change, keys: ['A1'], isSelected: false })).toEqual(some('A2'))
    expect(withSelected(some('A1'), { ...change, keys: ['A1'], isSelected: false })).toBeUndefined()
  })

  test('never selects more rows than the API takes', () => {
    expect(withSelected(some('B1'), { ...change, keys: LOADED })).toEqual(
      some('B1', ...LOADED.slice(0, SELECTED_MAX - 1)),
    )
  })

  test('unticking one of all keeps the rows that were seen', () => {
    const rest = withSelected(all, { keys: ['A0'], isSelected: false, loaded: ['A0', 'A1', 'A2'] })

    expect(rest).toEqual(some('A1', 'A2'))
    expect(withSelected(all, { ...change, keys: ['A1'] })).toBe(all)
  })
})

test('the box in the head says whether all loaded rows are selected, as far as rows can be', () => {
  const loaded = ['A1', 'A2']

  expect(headState(undefined, loaded)).toBe('none')
  expect(headState(some('A1'), loaded)).toBe('some')
  expect(headState(some('A2', 'A1', 'B1'), loaded)).toBe('all')
  expect(headState(all, LOADED)).toBe('all')
  expect(headState(some(...LOADED.slice(0, SELECTED_MAX)), LOADED)).toBe('all')
})

test('invoices of several merchants may have the same number', () => {
  const isSelected = selectedKeys(some('shop1:A1'))

  expect(
    [{ id: 'A1' }, { id: 'A1', organizationId: 'shop1' }, { id: 'A1', organizationId: 'shop2' }]
      .map(keyOfInvoice)
      .map(isSelected),
  ).toEqual([false, true, false])
})
