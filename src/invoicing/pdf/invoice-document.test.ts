import { describe, expect, test } from 'vitest'
import { aLine, anInvoice, at, usd } from '../../../test/support/data/invoices.ts'
import { readPdf } from '../../../test/support/pdf/read-pdf.ts'
import { contrast } from '../../kernel/colors/contrast.ts'
import { LANGUAGES } from '../../kernel/language.ts'
import { TERMS } from '../../kernel/wording/terms.ts'
import { Fonts } from '../../platform/pdf/fonts.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import { type InvoiceFacts, type InvoiceView, invoiceView } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import { type InvoiceDocumentInput, invoiceDocument } from './invoice-document.ts'
import { pageSizeOf } from './printable-invoice.ts'
import { receiptDocument } from './receipt-document.ts'
import { type ReceiptView, type ReceivedPayment, receiptView } from './receipt-view.ts'

const fonts = new Fonts()
const LINK = 'https://pay.example/pay/abc'
const merchant = {
  name: 'Café Bar',
  timeZone: 'Europe/Berlin',
  contact: { email: 'billing@cafebar.example', address: { address1: 'Kastanienallee 12', country: 'DE' } },
}

type InvoiceInput = Parameters<typeof anInvoice>[0] & Partial<Pick<InvoiceFacts, 'language' | 'settings'>>

function viewOf({
  language = 'en-US',
  settings = { values: {}, labels: [] },
  ...given
}: InvoiceInput = {}): InvoiceView {
  return invoiceView({ invoice: anInvoice(given), settings, definitions: [], merchant, language })
}

function documentOf(view: InvoiceView, given: Partial<InvoiceDocumentInput> = {}) {
  return invoiceDocument({
    view,
    logo: undefined,
    paymentLink: LINK,
    page: 'A4',
    createdAtMs: 0,
    isSandbox: false,
    ...given,
  })
}

const read = async (content: ReturnType<typeof documentOf>) => readPdf(await renderPdf(fonts, content))
/** Readers give the spaces between the parts of a line back as they like. */
const compact = (text: string) => text.replaceAll(/\s/g, '')

describe('an invoice as a PDF', () => {
  test.each(LANGUAGES)('has all its texts in %s', async (language) => {
    const lines = [aLine({ productName: 'Überraschung', productSku: 'SKU-1' })]
    const view = viewOf({ language, publishedAt: at('2026-03-01T12:00:00Z'), terms: { lines } })

    const { pages, info, links } = await read(documentOf(view))

    const words = INVOICE_WORDS[language]
    const shown = [
      ...[words.invoice, words.payOnline, words.item, words.quantity, words.total, words.amountDue],
      ...[view.number, view.issued, view.due, view.total, view.balance].map((row) => row?.text ?? ''),
      ...[view.billTo.label, ...view.billTo.lines, view.seller.name, ...view.seller.address, 'Überraschung', 'SKU-1'],
      words.pageOf({ page: '1', pages: '1' }),
    ]
    const text = compact(pages.join())
    expect(shown.filter((part) => !text.includes(compact(part)))).toEqual([])
    expect(info).toMatchObject({ Language: language, Author: 'Café Bar' })
    expect(links).toEqual([LINK])
  })

  test('thirty lines fill two pages, each with the table’s header, and every line is shown once', async () => {
    const lines = Array.from({ length: 30 }, (_, index) =>
      aLine({ productName: undefined, productSku: `Item ${index}.` }),
    )

    const { pages } = await read(documentOf(viewOf({ terms: { lines } })))

    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page).toContain('Unit price')
    expect(pages.join().match(/Item \d+\./g)).toEqual(lines.map((_, index) => `Item ${index}.`))
  })

  test('the totals are not split between pages', async () => {
    const totalsOf = async (count: number) => {
      const lines = Array.from({ length: count }, () => aLine())
      const { pages } = await read(documentOf(viewOf({ balance: usd('60.00'), status: 'PARTIAL', terms: { lines } })))
      return pages.filter((page) => /Total/.test(page) || /Paid so far/.test(page)).length
    }

    expect(await Promise.all([10, 11, 12, 13, 14, 15, 16].map(totalsOf))).toEqual([1, 1, 1, 1, 1, 1, 1])
  })

  test('text on the merchant’s color is readable', () => {
    const settings = { values: { backgroundColor: '#7A1F3D', fontColor: '#8A2F4D' }, labels: [] }

    const { band } = documentOf(viewOf({ settings }))

    const colors =
      JSON.stringify(band)
        .match(/"color":"(#\w+)"/g)
        ?.map((found) => found.slice(9, -1)) ?? []
    expect(colors.length).toBeGreaterThan(0)
    for (const color of colors) expect(contrast('#7A1F3D', color)).toBeGreaterThan(4.5)
  })

  test('a paid invoice shows the payment and no link to pay', async () => {
    const view = viewOf({ status: 'PAID', balance: usd('0.00') })

    const { pages, links } = await read(documentOf(view, { paymentLink: undefined }))

    expect(pages.join()).toContain('Paid')
    expect(links).toEqual([])
  })

  test.each([1, 4, 5, 40])('%d custom fields are shown, each with its label', async (count) => {
    const customFields = Array.from({ length: count }, (_, index) => ({ label: `L${index}.`, text: `V${index}.` }))

    const { pages } = await read(documentOf({ ...viewOf(), customFields }))

    const shown = pages.flatMap((page) => page.match(/[LV]\d+\./g) ?? [])
    expect(shown).toEqual(customFields.flatMap(({ label, text }) => [label, text]))
    // A label and its value are on one page.
    for (const page of pages) expect((page.match(/[LV]\d+\./g) ?? []).length % 2).toBe(0)
  })

  test('a description of any length is shown in full', async () => {
    const description = Array.from({ length: 400 }, (_, index) => `W${index}`).join('\n')

    const { pages } = await read(documentOf(viewOf({ terms: { description } })))

    expect(pages.length).toBeGreaterThan(5)
    expect(pages.join().match(/W\d+/g)).toHaveLength(400)
  })
})

function receiptOf(view: InvoiceView, receipt: ReceiptView, { isSandbox = false } = {}) {
  return receiptDocument({ view, receipt, logo: undefined, page: 'A4', createdAtMs: 0, isSandbox })
}

const PAYMENT: ReceivedPayment = {
  ...{ paymentId: '1234567890123456789012', receivedAt: at('2026-03-01T23:30:00Z'), receivedOn: undefined },
  ...{ scheme: undefined, suffix: '4242', amount: usd('60.00'), refunded: usd('10.00') },
  method: 'card',
}

test.each(LANGUAGES)('a receipt has all its texts in %s', async (language) => {
  const words = INVOICE_WORDS[language]
  const view = viewOf({ language })
  const receipt = receiptView(PAYMENT, { language, timeZone: merchant.timeZone })

  const { pages } = await read(receiptOf(view, receipt))

  const text = compact(pages.join())
  const shown = [words.receipt, words.amountPaid, words.refunded, words.card, receipt.amount, receipt.paidOn, '4242']
  expect(shown.filter((part) => !text.includes(compact(part)))).toEqual([])
  // In the merchant's zone the next day had begun.
  expect(receipt.paidOn).toMatch(/2/)
})

test.each(LANGUAGES)(
  'documents of a sandbox are marked as tests on every page in %s, real ones are not',
  async (language) => {
    const lines = Array.from({ length: 40 }, () => aLine())
    const view = viewOf({ language, terms: { lines } })
    const receipt = receiptView(PAYMENT, { language, timeZone: merchant.timeZone })
    const marksOn = async (content: ReturnType<typeof documentOf>) =>
      (await read(content)).pages.map((page) => compact(page).split(compact(TERMS[language].testMode)).length - 1)

    const marks = [await marksOn(documentOf(view, { isSandbox: true })), await marksOn(documentOf(view))]
    const receiptMarks = [
      await marksOn(receiptOf(view, receipt, { isSandbox: true })),
      await marksOn(receiptOf(view, receipt)),
    ]

    expect(marks[0]?.length).toBeGreaterThan(1)
    expect(new Set(marks[0])).toEqual(new Set([1]))
    expect(new Set(marks[1])).toEqual(new Set([0]))
    expect(receiptMarks).toEqual([[1], [0]])
  },
)

test('the paper size follows the merchant’s country, or else the currency', () => {
  expect(pageSizeOf({ country: 'us', currency: 'EUR' })).toBe('LETTER')
  expect(pageSizeOf({ country: 'DE', currency: 'USD' })).toBe('A4')
  expect(pageSizeOf({ country: undefined, currency: 'USD' })).toBe('LETTER')
  expect(pageSizeOf({ country: undefined, currency: 'EUR' })).toBe('A4')
})
