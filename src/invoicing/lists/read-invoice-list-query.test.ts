import { expect, test } from 'vitest'
import { nextOffset, previousOffset, withoutOverdue } from './invoice-list.ts'
import { readInvoiceCsvQuery, readInvoiceListQuery } from './read-invoice-list-query.ts'

const berlin = { timeZone: 'Europe/Berlin', at: Temporal.Instant.from('2026-03-09T23:30:00Z') }
const read = (query: unknown) => readInvoiceListQuery(query, berlin)
const refusal = (query: unknown) => {
  try {
    return read(query)
  } catch (error) {
    return error as Error & { code: string; details: readonly { field: string; reason: string }[] }
  }
}

test('an empty query asks for the first twenty invoices of any status', () => {
  const expected = { offset: 0, limit: 20, sort: undefined, isTotalIncluded: true }

  for (const query of [{}, undefined, null, { offset: '', limit: ' ', status: '', search: ' ' }]) {
    expect(read(query)).toMatchObject(expected)
    expect(Object.values(read(query).filters).every((filter) => filter === undefined)).toBe(true)
  }
})

const REFERENCE = { organizationId: 'shop1', invoiceNumber: 'B/2' }

test.each([
  ['status', 'partial', { filters: { statuses: ['PARTIAL'] } }],
  ['status', 'PaId', { filters: { statuses: ['PAID'] } }],
  ['status', 'draft, SENT,draft', { filters: { statuses: ['DRAFT', 'SENT'] } }],
  ['status', ['draft', 'paid,sent'], { filters: { statuses: ['DRAFT', 'PAID', 'SENT'] } }],
  // In Berlin it is the next day.
  ['overdue', 'true', { filters: { overdue: { isWanted: true, today: Temporal.PlainDate.from('2026-03-10') } } }],
  ['overdue', 'FALSE', { filters: { overdue: { isWanted: false } } }],
  ['undelivered', 'True', { filters: { undelivered: true } }],
  ['deliveryMode', 'None', { filters: { deliveryMode: 'none' } }],
  ['invoiceId', ' A 1,shop1:B/2', { filters: { invoices: [{ invoiceNumber: 'A 1' }, REFERENCE] } }],
  [
    'invoiceId',
    ['A1', 'A2,A3'],
    { filters: { invoices: [{}, {}, { organizationId: undefined, invoiceNumber: 'A3' }] } },
  ],
  [
    'invoiceId',
    Array<string>(200).fill('A1').join(),
    { filters: { invoices: Array(200).fill({ invoiceNumber: 'A1' }) } },
  ],
  ['amountFrom', '120.50', { filters: { amountFrom: { units: 12_050n, scale: 2 } } }],
  ['amountTo', ' 0 ', { filters: { amountTo: { units: 0n, scale: 0 } } }],
  ['currency', 'eur', { filters: { currency: 'EUR' } }],
  ['language', 'DE-de', { filters: { language: 'de-DE' } }],
  ['customField', 'Cost center: A:1 ', { filters: { customFields: [{ name: 'Cost center', value: 'A:1' }] } }],
  ['customField', ['A:1', 'B:2'], { filters: { customFields: [{ name: 'A' }, { name: 'B', value: '2' }] } }],
  ['includeTotal', 'false', { isTotalIncluded: false }],
  ['offset', '9007199254740991', { offset: Number.MAX_SAFE_INTEGER }],
  ['limit', '1', { limit: 1 }],
  ['limit', '1000', { limit: 1000 }],
  ['sort', 'dueDate', { sort: { key: 'dueDate', isDescending: false } }],
  ['sort', 'totalamount:DESC', { sort: { key: 'totalAmount', isDescending: true } }],
  ['sort', 'invoiceNumber:asc', { sort: { key: 'invoiceNumber', isDescending: false } }],
  ['customerEmail', ' a+b@example.com ', { filters: { customerEmail: 'a+b@example.com' } }],
  ['customerEmail', 'a b@example.com', { filters: { customerEmail: 'a+b@example.com' } }],
  ['search', '50 % off', { filters: { search: '50 % off' } }],
  ['search', '\u{1f600}'.repeat(100), { filters: { search: '\u{1f600}'.repeat(100) } }],
  ['unknown', 'x', { offset: 0 }],
] as const)('%s=%s is understood', (name, text, expected) => {
  expect(read({ [name]: text })).toMatchObject(expected)
})

test.each([
  ['createdFrom', '2026-03-09T10:00:00Z', '2026-03-09T10:00:00Z'],
  ['createdFrom', '2026-03-09T10:00:00+0100', '2026-03-09T09:00:00Z'],
  ['createdFrom', '2026-03-09T10:00:00 01:00', '2026-03-09T09:00:00Z'],
  ['createdFrom', '2026-03-09', '2026-03-08T23:00:00Z'],
  ['createdTo', '2026-03-09T10:00:00.5Z', '2026-03-09T10:00:00.5Z'],
  ['createdTo', '2026-03-09', '2026-03-09T23:00:00Z'],
  // That night is an hour shorter.
  ['createdTo', '2026-03-29', '2026-03-29T22:00:00Z'],
])('%s=%s is %s in the organization’s time zone', (name, text, expected) => {
  const { createdFrom, createdBefore } = read({ [name]: text }).filters

  expect((createdFrom ?? createdBefore)?.toString()).toBe(expected)
})

const BAD: readonly (readonly [string, readonly unknown[]])[] = [
  ['offset', ['-1', '1.5', 'x', '9007199254740992', '1e3', '0x1', ['1', '2'], '99999999999999999999']],
  ['limit', ['0', '1001', '-1', 'many', '1.0', ['1', '2']]],
  ['status', ['OPEN', 'DRAFT,OPEN', 'DRAFT,', 'null', ['DRAFT', 'x'], Array<string>(11).fill('DRAFT')]],
  ['overdue', ['yes', '1', ['true', 'true']]],
  ['undelivered', ['false', '1', ['true', 'true']]],
  ['deliveryMode', ['mail', 'email,none', ['email', 'none']]],
  [
    'invoiceId',
    [',', 'A1,', ' :A1', 'shop:', 'a:b:c', 'A1;A2', '-1', 'x'.repeat(27), Array<string>(201).fill('A1').join()],
  ],
  ['includeTotal', ['no', ['false', 'false']]],
  ['amountFrom', ['-1', '1,5', '1e3', '0x1', 'x', '1 000', '9'.repeat(41), ['1', '2']]],
  ['amountTo', ['-0.01', '1.2.3', '٣', '１']],
  ['currency', ['EURO', 'ZZZ', '€', ['EUR', 'USD']]],
  ['language', ['de', 'German', 'en_US']],
  ['customField', ['Apollo', ':Apollo', 'Project:', ' : ', 'a\u0000:b', `a:${'x'.repeat(256)}`, ['A:1', 'B']]],
  ['sort', ['status', 'dueDate:up', 'dueDate:', 'dueDate:asc:asc', ':desc', ['dueDate', 'dueDate']]],
  ['customerEmail', ['a\u0000@example.com', `${'x'.repeat(245)}@example.com`, '\ud800']],
  ['createdFrom', ['yesterday', '2026-02-30', '2026-03-09T10:00:00', '09-03-2026', '0000-01-01']],
  ['createdTo', ['2026-13-01', '2026-03-09T24:00:00Z', '20260309']],
  ['dueFrom', ['2026-02-29', '2026-03-09T10:00:00Z', '1', '2026-3-9']],
  ['dueTo', ['2026-04-31', 'soon', '0000-01-01']],
  ['search', ['x'.repeat(101), 'a\u0000b', 'tab\tbed', '\udfff', ['a', 'b']]],
]

test.each(BAD.flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s=%j is refused by name',
  (name, value) => {
    expect(refusal({ [name]: value })).toMatchObject({
      kind: 'invalid',
      code: 'VALIDATION_ERROR',
      details: [{ field: name, reason: 'INVALID_DATA' }],
      message: expect.stringContaining(`${name} must`),
    })
  },
)

test('a refusal names all problems together', () => {
  const query = Object.fromEntries(BAD.map(([name, values]) => [name, values[0]]))

  const { details } = refusal(query) as { details: readonly { field: string }[] }

  expect(details.map(({ field }) => field).sort()).toEqual(BAD.map(([name]) => name).sort())
})

test.each([
  [{ offset: 0, limit: 20, totalInvoices: 0, hasMore: false }, undefined, undefined],
  [{ offset: 0, limit: 20, totalInvoices: 21, hasMore: true }, undefined, 20],
  [{ offset: 20, limit: 20, totalInvoices: 45, hasMore: true }, 0, 40],
  [{ offset: 5, limit: 20, totalInvoices: 45, hasMore: true }, 0, 25],
  [{ offset: 40, limit: 20, totalInvoices: 45, hasMore: false }, 20, undefined],
  [{ offset: 900, limit: 20, totalInvoices: 45, hasMore: false }, 25, undefined],
  [{ offset: 3, limit: 20, totalInvoices: 0, hasMore: false }, 0, undefined],
  [{ offset: 900, limit: 20, totalInvoices: undefined, hasMore: false }, 880, undefined],
  [{ offset: 0, limit: 20, totalInvoices: undefined, hasMore: true }, undefined, 20],
])('the page %o has its neighbors at %s and %s', (place, previous, next) => {
  expect([previousOffset(place), nextOffset(place)]).toEqual([previous, next])
})

test('overdue means open statuses and due dates before today', () => {
  const { filters } = read({ overdue: 'true', status: 'paid,sent,draft', dueTo: '2027-01-01' })

  expect(withoutOverdue(filters)).toMatchObject({ statuses: ['SENT'], overdue: undefined })
  expect(`${withoutOverdue(filters).dueTo}`).toBe('2026-03-09')
  expect(`${withoutOverdue({ ...filters, dueTo: Temporal.PlainDate.from('2026-01-01') }).dueTo}`).toBe('2026-01-01')
})

test('a CSV has the columns that were asked for, in their order', () => {
  const { columns, headerLanguage } = readInvoiceCsvQuery({ columns: 'total,number,Total' }, berlin)

  expect([columns, headerLanguage]).toEqual([['total', 'number', 'total'], 'en-US'])
  expect(() => readInvoiceCsvQuery({ columns: 'number,secret', headerLanguage: 'xx' }, berlin)).toThrow(
    /columns must be one of number, .*; headerLanguage must be one of de-DE/,
  )
})
