import { describe, expect, test } from 'vitest'
import {
  type Choices,
  choicesOf,
  doubledColumns,
  missingFields,
  offeredDefaults,
  optionsBody,
  withField,
} from './choices.ts'

const choices = (mapping: Record<string, string>, given: Partial<Choices> = {}): Choices => ({
  ...{ mapping, defaults: {}, delivery: 'draft', decimalMark: undefined, dateOrder: undefined },
  ...given,
})
const AMOUNT = { Due: 'dueDate', Code: 'currency', Sum: 'totalAmount' }
const CUSTOMER = { Who: 'customerName', Mail: 'customerEmail' }

test.each([
  ['nothing', choices({}), ['dueDate', 'currency', 'totalAmount', 'description']],
  ['a draft without email', choices({ ...AMOUNT, Text: 'description' }), []],
  ['a draft with email', choices({ ...AMOUNT, Mail: 'customerEmail' }), ['customerName']],
  ['an invoice to send', choices(AMOUNT, { delivery: 'send' }), ['customerEmail', 'customerName', 'description']],
  ['an invoice to publish', choices(AMOUNT, { delivery: 'publish' }), ['description']],
  [
    'a value for all',
    choices({ Sum: 'totalAmount', Due: 'dueDate', Text: 'description' }, { defaults: { currency: 'EUR' } }),
    [],
  ],
  ['a value of spaces', choices({ ...AMOUNT }, { defaults: { description: '  ' } }), ['description']],
  [
    'lines, whose totals are computed',
    choices({ ...CUSTOMER, Due: 'dueDate', Code: 'currency', Item: 'lines.productName' }),
    ['lines.unitPrice'],
  ],
])('%s: missing choices', (_name, given, missing) => {
  expect(missingFields(given).toSorted()).toEqual([...missing].toSorted())
})

describe('the choices at first', () => {
  test('have the usual currency for all, unless a column has currencies or the last file had values', () => {
    expect(choicesOf({ mapping: { Sum: 'totalAmount' } }, 'EUR').defaults).toEqual({ currency: 'EUR' })
    expect(choicesOf({ mapping: { Code: 'currency' } }, 'EUR').defaults).toEqual({})
    expect(choicesOf({ mapping: {}, defaults: {} }, 'EUR').defaults).toEqual({})
    expect(choicesOf({ mapping: {} }, undefined).defaults).toEqual({})
  })

  test('are drafts, and ignore columns without a field', () => {
    expect(choicesOf({ mapping: { A: null, B: 'dueDate' } }, undefined)).toMatchObject({
      mapping: { B: 'dueDate' },
      delivery: 'draft',
    })
  })
})

test('a field belongs to the first of its columns', () => {
  const doubled = doubledColumns(choices({ B: 'dueDate', A: 'dueDate', C: 'currency' }), ['A', 'B', 'C'])

  expect([...doubled]).toEqual(['B'])
})

test('a column is assigned, and ignored again', () => {
  const assigned = withField(choices({}), 'A', 'dueDate')

  expect(assigned.mapping).toEqual({ A: 'dueDate' })
  expect(withField(assigned, 'A', '').mapping).toEqual({})
})

test('values for all are offered where no column has the field, and sent without spaces', () => {
  const given = choices({ Due: 'dueDate', Code: 'currency' }, { defaults: { currency: ' EUR ', description: ' ' } })

  expect(offeredDefaults(given)).toEqual(['currency', 'description'])
  expect(optionsBody(given)).toMatchObject({ defaults: { currency: 'EUR' } })
})
