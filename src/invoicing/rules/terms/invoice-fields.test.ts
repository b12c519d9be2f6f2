import { describe, expect, test } from 'vitest'
import {
  amountOnlyRequest,
  changed,
  itemizedRequest,
  problemsOf,
  readOnCreate,
  readOnUpdate,
} from '../../../../test/support/data/invoice-request.ts'
import type { FieldTable, RequestField } from '../../../kernel/reading/field-table.ts'
import { CUSTOM_VALUE_FIELDS, INVOICE_FIELDS, LINE_FIELDS } from './invoice-fields.ts'

/** The limits as clients know them, written down a second time. */
const LENGTHS: Readonly<Record<string, number>> = {
  'customerInformation.name': 100,
  'customerInformation.email': 255,
  'customerInformation.merchantCustomerId': 100,
  'customerInformation.company.name': 60,
  'invoiceInformation.invoiceNumber': 26,
  'invoiceInformation.transactionReferenceNumber': 40,
  'invoiceInformation.description': 2000,
  'orderInformation.amountDetails.totalAmount': 19,
  'orderInformation.amountDetails.discountAmount': 15,
  'orderInformation.amountDetails.discountPercent': 7,
  'orderInformation.amountDetails.subAmount': 25,
  'orderInformation.amountDetails.taxDetails.amount': 13,
  'orderInformation.amountDetails.taxDetails.rate': 6,
  'orderInformation.amountDetails.freight.amount': 13,
  'orderInformation.amountDetails.freight.taxRate': 7,
  'orderInformation.lineItems[0].productSku': 255,
  'orderInformation.lineItems[0].productName': 255,
  'orderInformation.lineItems[0].unitPrice': 15,
  'orderInformation.lineItems[0].discountAmount': 13,
  'orderInformation.lineItems[0].discountPercent': 6,
  'orderInformation.lineItems[0].discountRate': 6,
  'orderInformation.lineItems[0].taxAmount': 15,
  'orderInformation.lineItems[0].taxRate': 7,
  'orderInformation.lineItems[0].totalAmount': 13,
  // Bounds of our own, where clients know none.
  'clientReferenceInformation.partner.developerId': 100,
  'clientReferenceInformation.partner.solutionId': 100,
  'customerInformation.firstName': 100,
  'customerInformation.lastName': 100,
  'orderInformation.amountDetails.minimumPartialAmount': 19,
  'orderInformation.amountDetails.taxDetails.type': 100,
  'merchantDefinedFieldValues[0].value': 255,
}

type Place = { readonly path: string; readonly field: RequestField }
const placesOf = (table: FieldTable, prefix: string): Place[] =>
  Object.values(table).map((field) => ({ path: `${prefix}${field.path}`, field }))
const PLACES = [
  ...placesOf(INVOICE_FIELDS, ''),
  ...placesOf(LINE_FIELDS, 'orderInformation.lineItems[0].'),
  ...placesOf(CUSTOM_VALUE_FIELDS, 'merchantDefinedFieldValues[0].'),
]
const bounded = PLACES.flatMap(({ path, field }) => ('lengthMax' in field ? [{ path, field }] : []))
const numbers = bounded.filter(({ field }) => field.kind === 'amount' || field.kind === 'decimal')
const texts = bounded.filter(({ field }) => field.kind === 'text')
const placesOfKind = (kind: RequestField['kind']): readonly string[] =>
  PLACES.filter(({ field }) => field.kind === kind).map(({ path }) => path)

/** A custom field's value needs its id beside it, and both need lines. */
const body = itemizedRequest({ 'merchantDefinedFieldValues[0].definitionId': 1 })
const problemsWith = (path: string, value: unknown) => problemsOf(readOnCreate(changed(body, [path, value])))

/** A text of the given length that fits the field; a total may be that large, whatever the lines are. */
function filled(field: RequestField, length: number): string {
  if (field.kind === 'email') {
    const domain = `${'d'.repeat(62)}.`.repeat(3)
    return `ada@${domain}${'e'.repeat(length - 4 - domain.length)}`
  }
  return '1'.repeat(length)
}

test('every limit of a field is the one that clients know', () => {
  const limits = bounded.map(({ path, field }) => [path, field.lengthMax])

  expect(Object.fromEntries(limits)).toEqual(LENGTHS)
})

describe.each(bounded)('$path', ({ path, field }) => {
  const { lengthMax } = field

  test(`takes ${lengthMax} characters and not one more`, () => {
    expect(problemsWith(path, filled(field, lengthMax))).toEqual([])
    expect(problemsWith(path, filled(field, lengthMax + 1))).toEqual([`${path}: INVALID_DATA`])
    expect(problemsWith(path, '1'.repeat(1_000_000))).toEqual([`${path}: INVALID_DATA`])
  })

  test.each([true, [], {}, ['1'], { name: '1' }])('refuses %j', (value) => {
    expect(problemsWith(path, value)).toEqual([`${path}: INVALID_DATA`])
  })
})

describe.each(texts.filter(({ field }) => !('form' in field)))('the text $path', ({ path, field }) => {
  const { lengthMax } = field

  test('the length of a text counts characters, not code units', () => {
    expect(problemsWith(path, '𝄞'.repeat(lengthMax))).toEqual([])
    expect(problemsWith(path, `${'𝄞'.repeat(lengthMax)}x`)).toEqual([`${path}: INVALID_DATA`])
  })

  test('may be sent as a number', () => {
    expect(problemsWith(path, 12.5)).toEqual([])
  })

  test.each(['a\u0000b', 'a\u0007', 'a\u009f', '\ud800', 'a\udc00b'])(
    'refuses control characters and unpaired surrogates: %j',
    (value) => {
      expect(problemsWith(path, value)).toEqual([`${path}: INVALID_DATA`])
    },
  )

  test('only long texts may contain line ends and tabs', () => {
    const isMultiline = path === 'invoiceInformation.description'

    expect(problemsWith(path, 'a\r\n\tb')).toEqual(isMultiline ? [] : [`${path}: INVALID_DATA`])
  })
})

describe.each(numbers)('the number $path', ({ path }) => {
  test.each(['0', '00.0', '.0', '0.', 0, -0, '5', 5, '5.00'])('takes %j', (value) => {
    expect(problemsWith(path, value)).toEqual([])
  })

  test.each(['-1', -1, '+1', '1,5', '1 0', ' 1', '1e2', '1.2.3', '.', '$5', '٣', 1e-7, 1e300, '1e400'])(
    'refuses %j',
    (value) => {
      const isFine = value === 1e-7 && path.endsWith('Rate') && path.includes('nowhere')
      expect(problemsWith(path, value)).toEqual(isFine ? [] : [`${path}: INVALID_DATA`])
    },
  )
})

test.each([
  ['USD', '100.01', true],
  ['USD', '100.010000', true],
  ['USD', '100.001', false],
  ['JPY', '100.00', true],
  ['JPY', '100.5', false],
  ['BHD', '100.001', true],
  ['BHD', '100.0001', false],
  ['CLF', '100.0001', true],
  ['CLF', 100.00001, false],
])('in %s an amount of %j is exact: %j', (currency, amount, isExact) => {
  for (const path of placesOfKind('amount')) {
    const request = changed(body, ['orderInformation.amountDetails.currency', currency])
    const read = readOnCreate(changed(request, [path, amount]))

    expect(problemsOf(read)).toEqual(isExact ? [] : [`${path}: INVALID_DATA`])
  }
})

test.each([
  ['unitPrice', '0.123456', true],
  ['unitPrice', '0.1234567', false],
  ['unitPrice', '0.12345600', true],
  ['discountRate', '5.25', true],
  ['discountRate', '5.255', false],
  ['discountPercent', '5.2500', true],
  ['discountPercent', '5.255', false],
  ['taxRate', '8.12345', true],
])('a line with %s %s: %j', (name, value, isFine) => {
  const path = `orderInformation.lineItems[0].${name}`

  expect(problemsWith(path, value)).toEqual(isFine ? [] : [`${path}: INVALID_DATA`])
})

test.each(placesOfKind('boolean'))('%s is true or false, also as a string', (path) => {
  for (const value of [true, false, 'true', 'FALSE', 'True', null, '']) {
    expect(problemsWith(path, value)).toEqual([])
  }
  for (const value of ['yes', 1, 0, 'wahr', [], {}, [true]]) {
    expect(problemsWith(path, value)).toEqual([`${path}: INVALID_DATA`])
  }
})

test('a quantity is an integer from 1 to 999999999, as number or string', () => {
  const path = 'orderInformation.lineItems[0].quantity'

  for (const value of [1, '1', '20', 20, '20.00', 999_999_999, '999999999', '007']) {
    expect(problemsWith(path, value)).toEqual([])
  }
  for (const value of [0, '0', -1, 1.5, '1.5', 1_000_000_000, 'two', '1e3', true, [], {}, '9'.repeat(99)]) {
    expect(problemsWith(path, value)).toEqual([`${path}: INVALID_DATA`])
  }
})

test('the id of a custom field is an integer, as number or string', () => {
  const path = 'merchantDefinedFieldValues[0].definitionId'

  for (const value of [1, '1', Number.MAX_SAFE_INTEGER]) expect(problemsWith(path, value)).toEqual([])
  for (const value of [0, -1, 'a', 1.5, true, {}, '9223372036854775807', '9'.repeat(30)]) {
    expect(problemsWith(path, value)).toEqual([`${path}: INVALID_DATA`])
  }
})

test('a currency is a code of ISO 4217, in any letter case', () => {
  const path = 'orderInformation.amountDetails.currency'

  for (const value of ['USD', 'usd', 'Eur', 'clf']) expect(problemsWith(path, value)).toEqual([])
  for (const value of ['US', 'XBA', 'ABC', 'USD ', 'ſek', 840, {}, 'toString']) {
    expect(problemsWith(path, value)).toEqual([`${path}: INVALID_DATA`])
  }
})

test('deliveryMode is email or none, in any letter case', () => {
  const path = 'invoiceInformation.deliveryMode'

  for (const value of ['email', 'EMAIL', 'Email', 'none', 'None']) expect(problemsWith(path, value)).toEqual([])
  for (const value of ['mail', 'sms', true, [], 'email,none']) {
    expect(problemsWith(path, value)).toEqual([`${path}: INVALID_DATA`])
  }
})

test.each(['A', '1', 'INV-2026/07_a.b c', '0', 'a'.repeat(26), 12345])('%j is an invoice number', (number) => {
  const read = readOnCreate(amountOnlyRequest({ 'invoiceInformation.invoiceNumber': number }))

  expect(read.invoiceNumber).toBe(String(number))
})

test.each(['-1', ' 1', '.', '/', 'a'.repeat(27), 'a?b', 'a%2Fb', 'ä', 'a\n', '1#2', true, {}])(
  '%j is not an invoice number',
  (number) => {
    const path = 'invoiceInformation.invoiceNumber'

    expect(problemsWith(path, number)).toEqual([`${path}: INVALID_DATA`])
  },
)

test('a transaction reference is letters and digits', () => {
  const path = 'invoiceInformation.transactionReferenceNumber'

  expect(problemsWith(path, 'Abc123')).toEqual([])
  for (const value of ['a-b', 'a b', 'ä', '1.5']) {
    expect(problemsWith(path, value)).toEqual([`${path}: INVALID_DATA`])
  }
})

test('an update ignores the fields that only a create has', () => {
  const paths = PLACES.filter(({ field }) => field.isCreateOnly).map(({ path }) => path)

  expect(paths).toHaveLength(4)
  for (const path of paths.filter((name) => !name.endsWith('invoiceNumber'))) {
    const read = readOnUpdate(amountOnlyRequest({ [path]: ['what', { is: 'this' }] }))
    expect([problemsOf(read), read.unknownFields]).toEqual([[], []])
  }
})
