import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../kernel/language.ts'
import { CSV_COLUMNS, CSV_WORDS } from './csv-words.ts'
import { csvColumns, csvHeader, csvLine } from './invoice-csv.ts'
import type { ListedInvoice } from './invoice-list.ts'

const reader = {
  language: 'en-US',
  timeZone: 'Asia/Tokyo',
  today: Temporal.PlainDate.from('2026-04-02'),
  baseUrl: 'https://pay.example.com',
} as const

function aListed(given: Partial<ListedInvoice> = {}): ListedInvoice {
  const amount = (minor: bigint) => ({ minor, currency: 'KWD' })
  return {
    ...{
      organizationId: 'shop',
      invoiceNumber: 'A-1',
      status: 'SENT',
      merchantCustomerId: 'C1',
      companyName: undefined,
    },
    ...{ createdAt: Temporal.Instant.from('2026-03-09T15:00:00.75Z'), dueOn: Temporal.PlainDate.from('2026-04-01') },
    ...{ deliveryLanguage: 'ja-JP', expiresOn: undefined, paymentToken: 't'.repeat(64) },
    ...{ total: amount(10n ** 18n + 1n), balance: amount(5n), reserved: amount(0n) },
    terms: { deliveryMode: 'email', customer: { name: '=1+1', email: 'ada@example.com' } },
    ...given,
  }
}

const cellsOf = (invoice: ListedInvoice) => {
  const [cells = []] = parse(csvLine(invoice, CSV_COLUMNS, reader)) as string[][]
  return Object.fromEntries(CSV_COLUMNS.map((column, index) => [column, cells[index]]))
}

test('a line has exact amounts, local times, and no formula', () => {
  expect(cellsOf(aListed())).toEqual({
    ...{ number: 'A-1', customer: "'=1+1", email: 'ada@example.com', company: '', customerId: 'C1', merchant: 'shop' },
    ...{ status: 'Overdue', issued: '2026-03-10 00:00:00', due: '2026-04-01', expires: '', language: 'ja-JP' },
    ...{ currency: 'KWD', total: '1000000000000000.001', balance: '0.005' },
    link: `https://pay.example.com/pay/${'t'.repeat(64)}?version=v2.1`,
  })
})

test.each([
  ['DRAFT', 'Draft'],
  ['CREATED', 'Overdue'],
  ['PARTIAL', 'Partly paid'],
  ['PENDING', 'Under review'],
  ['PAID', 'Paid'],
  ['CANCELED', 'Canceled'],
] as const)('an invoice that is %s is shown as %s, and a draft without its link', (status, word) => {
  const { status: shown, link } = cellsOf(aListed({ status }))

  expect([shown, link === '']).toEqual([word, status === 'DRAFT'])
})

test.each([
  [undefined, false, CSV_COLUMNS.filter((column) => column !== 'merchant')],
  [undefined, true, CSV_COLUMNS],
  [['number', 'total', 'number', 'balance'], false, ['number', 'currency', 'total', 'balance']],
  [['balance', 'currency'], false, ['balance', 'currency']],
  [['due'], true, ['due']],
] as const)('the columns %j give a file (several merchants: %s) with %j', (chosen, hasMerchants, expected) => {
  expect(csvColumns(chosen, { hasMerchants })).toEqual(expected)
})

describe.each(LANGUAGES)('%s', (language) => {
  test('names every column differently, and the zone of times', () => {
    const [names = []] = parse(csvHeader(CSV_COLUMNS, { ...reader, language }), { bom: true }) as string[][]

    expect(new Set(names).size).toBe(CSV_COLUMNS.length)
    expect(names[CSV_COLUMNS.indexOf('issued')]).toContain('Asia/Tokyo')
    if (language !== 'en-US') expect(CSV_WORDS[language]).not.toEqual(CSV_WORDS['en-US'])
  })
})
