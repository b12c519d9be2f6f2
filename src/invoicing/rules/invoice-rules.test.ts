import { describe, expect, test } from 'vitest'
import {
  amountOnlyRequest,
  itemizedRequest,
  problemsOf,
  readOnCreate,
  readOnUpdate,
} from '../../../test/support/data/invoice-request.ts'
import { sentenceOf } from '../../kernel/reading/fault.ts'
import { inEnglish } from '../../kernel/reading/reading.ts'

const AMOUNTS = 'orderInformation.amountDetails'
const LINES = 'orderInformation.lineItems'
const PARTIAL = 'invoiceInformation.allowPartialPayments'

const refusals = (fields: readonly string[]) => fields.map((field) => `${field}: INVALID_DATA`).sort()

describe('discount and tax are on the total or on lines', () => {
  const onTotal = ['discountAmount', 'discountPercent', 'taxDetails.amount', 'taxDetails.rate'].map(
    (name) => `${AMOUNTS}.${name}`,
  )
  const onLine = ['discountAmount', 'discountRate', 'discountPercent', 'taxAmount', 'taxRate'].map(
    (name) => `${LINES}[1].${name}`,
  )
  const pairs = onTotal.flatMap((total) => onLine.map((line) => [total, line] as const))

  test.each(pairs)('%s together with %s is refused, and zeros are not', (total, line) => {
    const both = itemizedRequest({ [total]: '5', [line]: '2.5' })

    expect(problemsOf(readOnCreate(both))).toEqual(refusals([total, line]))
    expect(problemsOf(readOnUpdate(both))).toEqual(refusals([total, line]))
    expect(problemsOf(readOnCreate(both, { validation: 'lenient' }))).toEqual([])
    expect(problemsOf(readOnCreate(itemizedRequest({ [total]: '0.00', [line]: '2.5' })))).toEqual([])
    expect(problemsOf(readOnCreate(itemizedRequest({ [total]: '5', [line]: 0 })))).toEqual([])
  })

  test('a refusal names all conflicting fields together', () => {
    const all = Object.fromEntries([...onTotal, ...onLine].map((path) => [path, '1.00']))

    expect(problemsOf(readOnCreate(itemizedRequest(all)))).toEqual(refusals([...onTotal, ...onLine]))
  })

  test('several discounts and taxes of one level are accepted, amount and percentage together', () => {
    const total = Object.fromEntries(onTotal.map((path) => [path, '1.00']))
    const line = Object.fromEntries(onLine.map((path) => [path, '1.00']))

    expect(problemsOf(readOnCreate(itemizedRequest(total)))).toEqual([])
    expect(problemsOf(readOnCreate(itemizedRequest(line)))).toEqual([])
  })

  test('freight and its tax are accepted with either', () => {
    const freight = { [`${AMOUNTS}.freight`]: { amount: '5', taxable: true, taxRate: '19' } }

    expect(problemsOf(readOnCreate(itemizedRequest({ ...freight, [`${LINES}[0].taxRate`]: 7 })))).toEqual([])
  })

  test('the refusal of conflicting fields names the rule', () => {
    const both = itemizedRequest({ [`${AMOUNTS}.discountAmount`]: 5, [`${LINES}[0].taxRate`]: 7 })

    expect(readOnCreate(both).problems.map(sentenceOf)).toEqual([
      expect.stringMatching(/^cannot be combined with a line-item discount or tax; lenient validation.* accepts it$/),
      expect.stringMatching(/^cannot be combined with a discount or tax on the invoice total; lenient /),
    ])
  })
})

describe('an amount only invoice', () => {
  test.each([
    [`${AMOUNTS}.discountAmount`, '5'],
    [`${AMOUNTS}.discountPercent`, '5'],
    [`${AMOUNTS}.taxDetails.amount`, 5],
    [`${AMOUNTS}.taxDetails.rate`, 5],
    [`${AMOUNTS}.freight.amount`, '5'],
    [`${AMOUNTS}.freight.taxRate`, '5'],
    [PARTIAL, true],
  ])('an amount-only invoice does not support %s', (path, value) => {
    const body = amountOnlyRequest({ [path]: value })

    for (const validation of ['strict', 'lenient'] as const) {
      expect(problemsOf(readOnCreate(body, { validation }))).toEqual(refusals([path]))
      expect(problemsOf(readOnUpdate(body, { validation }))).toEqual(refusals([path]))
    }
    expect(inEnglish(readOnCreate(body).problems)).toContain('amount-only')
    const none = typeof value === 'boolean' ? false : '0.00'
    expect(problemsOf(readOnCreate(amountOnlyRequest({ [path]: none })))).toEqual([])
    expect(problemsOf(readOnCreate(itemizedRequest({ [path]: value })))).toEqual([])
  })

  test('an amount-only invoice does not support values of custom fields, unless they are empty', () => {
    const merchantDefinedFieldValues = [
      { definitionId: 1, value: 'a' },
      { definitionId: 2, value: ' ' },
      { definitionId: '3', value: 7 },
    ]

    const read = readOnCreate(amountOnlyRequest({ merchantDefinedFieldValues }))

    expect(problemsOf(read)).toEqual(
      refusals(['merchantDefinedFieldValues[0].value', 'merchantDefinedFieldValues[2].value']),
    )
  })

  test('an invoice with an empty list of lines is amount-only, and may have a sub-amount', () => {
    const body = amountOnlyRequest({ [LINES]: [], [`${AMOUNTS}.subAmount`]: '90.00' })

    expect([problemsOf(readOnCreate(body)), readOnCreate(body).hasLines]).toEqual([[], false])
  })
})

describe('the smallest installment', () => {
  const partial = (minimum: unknown, allowed: unknown = true) =>
    readOnCreate(itemizedRequest({ [PARTIAL]: allowed, [`${AMOUNTS}.minimumPartialAmount`]: minimum }))

  test('the smallest installment may exceed the total', () => {
    expect(partial('100').terms?.amounts.minimumPartial?.minor).toBe(10000n)
    expect(partial('100.01').terms?.amounts.minimumPartial?.minor).toBe(10001n)
  })

  test('the smallest installment is ignored without installments', () => {
    for (const allowed of [false, null, '']) {
      const read = partial('100.01', allowed)
      expect([problemsOf(read), read.terms?.amounts.minimumPartial]).toEqual([[], undefined])
    }
  })
})

describe('the two names of a line’s discount in percent', () => {
  const discounts = (rate: unknown, percent: unknown) =>
    readOnCreate(
      itemizedRequest({
        [`${LINES}[0].discountRate`]: rate,
        [`${LINES}[0].discountPercent`]: percent,
      }),
    )

  test.each([
    ['5', undefined],
    [undefined, 5],
    ['5.0', 5],
  ])('discountRate %j and discountPercent %j mean the same', (rate, percent) => {
    const line = discounts(rate, percent).terms?.lines[0]

    expect(Number(line?.discountPercent?.units) / 10 ** Number(line?.discountPercent?.scale)).toBe(5)
  })

  test('discountRate and discountPercent may not differ', () => {
    expect(problemsOf(discounts('5', '6'))).toEqual(
      refusals([`${LINES}[0].discountPercent`, `${LINES}[0].discountRate`]),
    )
  })
})

describe('lines', () => {
  const line = { productSku: 'A', productName: 'B', quantity: 1, unitPrice: 1, totalAmount: 1 }

  test('30 lines are accepted, 31 are not', () => {
    expect(
      problemsOf(
        readOnCreate(
          amountOnlyRequest({
            [LINES]: Array(30).fill(line),
          }),
        ),
      ),
    ).toEqual([])
    expect(problemsOf(readOnCreate(amountOnlyRequest({ [LINES]: Array(31).fill(line) })))).toEqual(refusals([LINES]))
  })

  test('too many lines are refused together with the problems of the first 30', () => {
    const lines = Array(100_000).fill({ ...line, quantity: 0 })

    expect(problemsOf(readOnCreate(amountOnlyRequest({ [LINES]: lines })))).toHaveLength(31)
  })

  test.each(['x', 5, true, {}])('%j is not a list of lines, and is the only problem', (lines) => {
    const body = amountOnlyRequest({ [LINES]: lines, [PARTIAL]: true })
    const read = readOnCreate(body)

    expect([problemsOf(read), read.hasLines]).toEqual([refusals([LINES]), true])
  })

  test('a line that is not an object is refused as a whole', () => {
    const body = amountOnlyRequest({ [LINES]: [line, 'x', [], line] })

    expect(problemsOf(readOnCreate(body))).toEqual(refusals([`${LINES}[1]`, `${LINES}[2]`]))
  })
})
