import { describe, expect, test } from 'vitest'
import { amountOnlyRequest, problemsOf, readOnCreate } from '../../../test/support/data/invoice-request.ts'

const DUE = 'invoiceInformation.dueDate'
const EXPIRES = 'invoiceInformation.expirationDate'
const EMAIL = 'customerInformation.email'

describe('a due date', () => {
  test.each([
    ['2026-12-01', '2026-12-01'],
    ['2019-07-11', '2019-07-11'],
    ['2028-02-29', '2028-02-29'],
    ['9999-12-31', '9999-12-31'],
    ['2027-07-11T00:00:00.000Z', '2027-07-11'],
    ['2027-07-11T00:00:00Z', '2027-07-11'],
  ])('%s is %s', (text, expected) => {
    expect(readOnCreate(amountOnlyRequest({ [DUE]: text })).terms?.dueOn.toString()).toBe(expected)
  })

  test.each([
    '01-12-2026',
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-2',
    '2026/12/01',
    '20261201',
    '2027-07-11T12:00:00.000Z',
    '2027-07-11T00:00:00.000+02:00',
    ' 2026-12-01',
    '2026-12-01\n',
    '+002026-12-01',
    'tomorrow',
    20261201,
    true,
    ['2026-12-01'],
    { year: 2026 },
  ])('%j is not a due date', (value) => {
    expect(problemsOf(readOnCreate(amountOnlyRequest({ [DUE]: value })))).toEqual([`${DUE}: INVALID_DATA`])
  })
})

describe('an expiration date', () => {
  test.each([
    ['15-07-2027', '2027-07-15'],
    ['11-07-2027', '2027-07-11'],
    ['2027-07-11', '2027-07-11'],
    ['2027-07-11T00:00:00.000Z', '2027-07-11'],
    ['15-11-2026', '2026-11-15'],
    ['2026-11-15', '2026-11-15'],
    ['29-02-2028', '2028-02-29'],
  ])('%s is read as %s', (sent, on) => {
    const { terms } = readOnCreate(amountOnlyRequest({ [EXPIRES]: sent }))

    expect(terms?.expiresOn?.toString()).toBe(on)
  })

  test.each([
    '14-11-2026',
    '2026-11-14',
    '2019-07-11T00:00:00.000Z',
    '31-02-2027',
    '29-02-2027',
    '07-15-2027',
    '2027-15-07',
    '1-7-2027',
    '15/07/2027',
    '15-07-27',
    '2027-07-11T10:00:00Z',
    20270711,
    false,
    {},
  ])('%j is not an expiration date on 15 November 2026', (value) => {
    expect(problemsOf(readOnCreate(amountOnlyRequest({ [EXPIRES]: value })))).toEqual([`${EXPIRES}: INVALID_DATA`])
  })
})

describe('a mail address', () => {
  test.each([
    'ada@payer.example',
    'a@b.co',
    'ada.b+c_d-e@sub.payer-firm.example',
    "o'hara@payer.example",
    'ädä@zahler.example',
    'ada@зaплaти.рф',
    'ada.@payer.example',
    'ada@payer..example',
    'ada,bob@payer.example',
    `ada@${'b'.repeat(64)}.example`,
  ])('%s is a mail address', (email) => {
    expect(readOnCreate(amountOnlyRequest({ [EMAIL]: email })).terms?.customer.email).toBe(email)
  })

  test.each([
    'ada',
    'ada@',
    '@payer.example',
    'ada@localhost',
    'ada@payer.e',
    'ada@.example',
    'ada@payer.example.',
    'ada@@payer.example',
    'ada@b@payer.example',
    'ada payer@payer.example',
    'ada@payer.example,bob@payer.example',
    'Ada <ada@payer.example>',
    'ada@payer.example\nBcc: all@payer.example',
    `${'a'.repeat(65)}@payer.example`,
    `ada@${'b'.repeat(244)}.example`,
    'ada<b>@payer.example',
    'ada@payer.example\u0000',
    true,
    ['ada@payer.example'],
  ])('%j is not a mail address', (email) => {
    expect(problemsOf(readOnCreate(amountOnlyRequest({ [EMAIL]: email })))).toEqual([`${EMAIL}: INVALID_DATA`])
  })

  test.each([
    `${'a'.repeat(64)}@${'b.'.repeat(95)}`,
    `a@${'a.'.repeat(126)}`,
    `a@${'-'.repeat(250)}`,
    `a@${'a.'.repeat(500_000)}`,
  ])('an address made to slow down a pattern is refused quickly: %#', (email) => {
    // A pattern that tries them all would not end before the test's time does.
    expect(problemsOf(readOnCreate(amountOnlyRequest({ [EMAIL]: email })))).toHaveLength(1)
  })
})

describe('a number is counted by its digits', () => {
  const SUB = 'orderInformation.amountDetails.subAmount'

  test.each([
    [1e21, 10n ** 23n],
    [1.5e22, 15n * 10n ** 23n],
    [0.07, 7n],
    ['1234567890123456789012.25', 123456789012345678901225n],
  ])('%d is exact', (amount, minor) => {
    expect(readOnCreate(amountOnlyRequest({ [SUB]: amount })).terms?.amounts.subAmount?.minor).toBe(minor)
  })

  test.each([1e25, 1e26, 1.7976931348623157e308, 5e-324])('%d is too long', (amount) => {
    expect(problemsOf(readOnCreate(amountOnlyRequest({ [SUB]: amount })))).toEqual([`${SUB}: INVALID_DATA`])
  })
})

test('a problem never repeats the value that was sent', () => {
  const secret = '4111111111111111'
  const everywhere = amountOnlyRequest({
    customerInformation: { name: { [secret]: 1 }, email: secret },
    invoiceInformation: { dueDate: secret, deliveryMode: secret, allowPartialPayments: secret },
    'orderInformation.amountDetails': { currency: secret, totalAmount: `x${secret}` },
  })

  expect(JSON.stringify(readOnCreate(everywhere).problems)).not.toContain(secret)
})
