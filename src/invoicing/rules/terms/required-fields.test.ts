import { describe, expect, test } from 'vitest'
import {
  amountOnlyRequest,
  changed,
  itemizedRequest,
  type Json,
  problemsOf,
  readOnCreate,
  readOnUpdate,
  without,
} from '../../../../test/support/data/invoice-request.ts'
import { requiredFields } from './required-fields.ts'

/** The specification's "Required fields by invoice type", written down a second time. */
const NAME = 'customerInformation.name'
const EMAIL = 'customerInformation.email'
const MODE = 'invoiceInformation.deliveryMode'
const DESCRIPTION = 'invoiceInformation.description'
const DUE = 'invoiceInformation.dueDate'
const CURRENCY = 'orderInformation.amountDetails.currency'
const TOTAL = 'orderInformation.amountDetails.totalAmount'
const LINE = 'orderInformation.lineItems[0]'
const FIRST_LINE = ['productSku', 'productName', 'quantity', 'unitPrice', 'totalAmount'].map(
  (name) => `${LINE}.${name}`,
)
const OTHERS = [NAME, EMAIL, DESCRIPTION]

const byEmail = { [MODE]: 'email' }
const sent = { 'invoiceInformation.sendImmediately': true }

type Case = {
  readonly type: string
  readonly body: Json
  readonly needs: readonly string[]
  readonly read?: typeof readOnCreate
}
const CASES: readonly Case[] = [
  {
    type: 'in-person draft',
    body: amountOnlyRequest(),
    needs: [MODE, DESCRIPTION, DUE, CURRENCY, TOTAL],
  },
  {
    type: 'email draft',
    body: amountOnlyRequest(byEmail),
    needs: [MODE, NAME, EMAIL, DUE, CURRENCY, TOTAL],
  },
  {
    type: 'itemized in-person draft',
    body: itemizedRequest(),
    needs: [MODE, NAME, EMAIL, DUE, CURRENCY, TOTAL, ...FIRST_LINE],
  },
  {
    type: 'itemized email draft',
    body: itemizedRequest(byEmail),
    needs: [MODE, NAME, EMAIL, DUE, CURRENCY, TOTAL, ...FIRST_LINE],
  },
  {
    type: 'create and send',
    body: amountOnlyRequest({ ...byEmail, ...sent }),
    needs: [MODE, NAME, EMAIL, DESCRIPTION, DUE, CURRENCY, TOTAL],
  },
  {
    type: 'itemized create and send',
    body: itemizedRequest({ ...byEmail, ...sent }),
    needs: [MODE, NAME, EMAIL, DUE, CURRENCY, TOTAL, ...FIRST_LINE],
  },
  {
    type: 'published without email',
    body: amountOnlyRequest(sent),
    needs: [MODE, DESCRIPTION, DUE, CURRENCY, TOTAL],
  },
  {
    type: 'itemized published without email',
    body: itemizedRequest(sent),
    needs: [MODE, DUE, CURRENCY, TOTAL, ...FIRST_LINE],
  },
  {
    type: 'update without email',
    body: amountOnlyRequest(),
    needs: [DESCRIPTION, DUE, CURRENCY, TOTAL],
    read: readOnUpdate,
  },
  {
    type: 'update without deliveryMode',
    body: without(amountOnlyRequest(), MODE),
    needs: [DESCRIPTION, DUE, CURRENCY, TOTAL],
    read: readOnUpdate,
  },
  {
    type: 'update by email',
    body: amountOnlyRequest(byEmail),
    needs: [DUE, CURRENCY, TOTAL],
    read: readOnUpdate,
  },
  {
    type: 'itemized update',
    body: itemizedRequest(),
    needs: [DUE, CURRENCY, TOTAL, `${LINE}.productSku`],
    read: readOnUpdate,
  },
]

describe.each(CASES)('$type', ({ body, needs, read = readOnCreate }) => {
  const isItemized = needs.some((field) => field.startsWith(LINE))
  const known = isItemized ? [...OTHERS, ...FIRST_LINE] : OTHERS
  const optional = known.filter((field) => !needs.includes(field))

  test('is read without problems', () => {
    expect(problemsOf(read(body))).toEqual([])
  })

  test.each(needs)('needs %s', (field) => {
    for (const nothing of [undefined, null, '', ' \t ']) {
      expect(problemsOf(read(changed(body, [field, nothing])))).toEqual([`${field}: MISSING_FIELD`])
    }
  })

  test.each(optional)('does not need %s', (field) => {
    expect(problemsOf(read(without(body, field)))).toEqual([])
  })
})

test('a refusal names all missing fields together', () => {
  expect(problemsOf(readOnCreate({ invoiceInformation: { deliveryMode: 'email', sendImmediately: true } }))).toEqual(
    [EMAIL, NAME, DESCRIPTION, DUE, CURRENCY, TOTAL].map((field) => `${field}: MISSING_FIELD`).sort(),
  )
})

test.each([undefined, null, {}, ''])('an empty body (%j) lacks the fields that every invoice needs', (body) => {
  expect(problemsOf(readOnCreate(body))).toEqual(
    [MODE, DUE, CURRENCY, TOTAL].map((field) => `${field}: MISSING_FIELD`).sort(),
  )
  expect(problemsOf(readOnUpdate(body))).toEqual(
    [DESCRIPTION, DUE, CURRENCY, TOTAL].map((field) => `${field}: MISSING_FIELD`).sort(),
  )
})

test('every incomplete line is named', () => {
  const body = itemizedRequest({ 'orderInformation.lineItems[1]': null, [`${LINE}.unitPrice`]: '' })

  expect(problemsOf(readOnCreate(body))).toEqual(
    [
      `${LINE}.unitPrice`,
      ...['productName', 'productSku', 'quantity', 'totalAmount', 'unitPrice'].map(
        (name) => `orderInformation.lineItems[1].${name}`,
      ),
    ].map((field) => `${field}: MISSING_FIELD`),
  )
})

test('an unreadable deliveryMode adds no required fields', () => {
  const bare = ['description', 'dueDate'].reduce(
    (body, name) => without(body, `invoiceInformation.${name}`),
    amountOnlyRequest({ customerInformation: {}, [MODE]: 'pigeon' }),
  )

  expect(problemsOf(readOnCreate(bare))).toEqual([`${MODE}: INVALID_DATA`, `${DUE}: MISSING_FIELD`])
  expect(problemsOf(readOnUpdate(bare))).toEqual([`${MODE}: INVALID_DATA`, `${DUE}: MISSING_FIELD`])
})

describe('in lenient mode', () => {
  const lenient = { validation: 'lenient' } as const

  test.each(FIRST_LINE.filter((field) => !field.endsWith('totalAmount')))(
    'a line still needs %s on create',
    (field) => {
      expect(problemsOf(readOnCreate(without(itemizedRequest(), field), lenient))).toEqual([`${field}: MISSING_FIELD`])
    },
  )

  test('the total of a line is computed if it is omitted, on create and on update', () => {
    const body = without(itemizedRequest({ [`${LINE}.taxRate`]: '10' }), `${LINE}.totalAmount`)

    for (const read of [readOnCreate, readOnUpdate]) {
      expect(read(body, lenient).terms?.lines.map(({ totalAmount }) => totalAmount?.minor)).toEqual([6600n, 4000n])
    }
  })
})

test.each([
  ['is below zero', { discountAmount: '99.00' }],
  ['is too long to be sent', { quantity: 999_999_999, unitPrice: '99999999' }],
])('a computed total that %s is left out', (_, changes) => {
  const line = { productSku: 'A', productName: 'B', quantity: 1, unitPrice: '1', ...changes }
  const body = itemizedRequest({ 'orderInformation.lineItems': [line] })

  expect(readOnCreate(body, { validation: 'lenient' }).terms?.lines[0]?.totalAmount).toBeUndefined()
})

test('a strict update does not compute the total of a line', () => {
  const body = without(itemizedRequest(), `${LINE}.totalAmount`)

  expect(readOnUpdate(body).terms?.lines[0]?.totalAmount).toBeUndefined()
})

test('equal requests share one list of required fields', () => {
  const facts = {
    operation: 'create',
    deliveryMode: 'email',
    isSentImmediately: true,
    hasLines: true,
  } as const

  expect(requiredFields(facts)).toBe(requiredFields({ ...facts }))
})
