import { describe, expect, test } from 'vitest'
import { fromPixels, somePixels } from '../../../test/support/data/images.ts'
import { aLine, anInvoice, at, invoiceTerms, usd } from '../../../test/support/data/invoices.ts'
import { altTexts, readPdf } from '../../../test/support/pdf/read-pdf.ts'
import { contrast } from '../../kernel/colors/contrast.ts'
import { LANGUAGES } from '../../kernel/language.ts'
import { STATUS_WORDS } from '../../kernel/wording/status-words.ts'
import { TERMS } from '../../kernel/wording/terms.ts'
import { Fonts } from '../../platform/pdf/fonts.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import { type InvoiceFacts, type InvoiceView, invoiceView } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import { totalsOf } from '../rules/totals.ts'
import { type InvoiceDocumentInput, invoiceDocument } from './invoice-document.ts'
import { pageSizeOf } from './printable-invoice.ts'
import { receiptDocument } from './receipt-document.ts'
import { installmentView, type ReceivedPayment, receiptView } from './receipt-view.ts'

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
    state: 'open',
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
      ...[words.invoice, words.payOnline, 'pay.example', words.item, words.quantity, words.total, words.amountDue],
      ...[view.number, view.issued, view.due, view.total, view.balance].map((row) => row?.text ?? ''),
      ...[view.billTo.label, ...view.billTo.lines, view.seller.name, ...view.seller.address, 'Überraschung', 'SKU-1'],
      words.pageOf({ page: '1', pages: '1' }),
    ]
    const text = compact(pages.join())
    expect(shown.filter((part) => !text.includes(compact(part)))).toEqual([])
    expect(info).toMatchObject({ Language: language, Author: 'Café Bar' })
    // From the name of the host and from the code.
    expect(links).toEqual([LINK, LINK])
  })

  test('a long name of a seller is smaller than the amount', () => {
    const sizeOf = (name: string) => {
      const view = viewOf({ language: 'de-DE' })
      const content = documentOf({ ...view, seller: { ...view.seller, name } })
      return Number(new RegExp(`"text":"${name}","size":([\\d.]+)`).exec(JSON.stringify(content))?.[1])
    }
    expect(
      ['Café Bar', 'Kaffeerösterei und Teehandel am Markt', 'Grundstücksverwaltung '.repeat(4)].map(sizeOf),
    ).toEqual([20, 16, 13])
  })

  test('the code to pay is a figure with an alternative text', async () => {
    const content = documentOf(viewOf({ language: 'de-DE' }))

    expect(await altTexts(await renderPdf(fonts, content))).toEqual(['QR-Code zum Bezahlen auf pay.example'])
    expect(JSON.stringify(content)).toContain(`"type":"qrCode","text":"${LINK}","size":68`)
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

  test('the merchant’s color is a band, and text stands on white paper', () => {
    const settings = { values: { backgroundColor: '#7A1F3D', fontColor: '#8A2F4D' }, labels: [] }

    const { band, ...content } = documentOf(viewOf({ settings, status: 'PAID' }), { state: 'paid' })

    const colors = JSON.stringify(content)
      .match(/"color":"(#\w+)"/g)
      ?.map((found) => found.slice(9, -1))
    expect(band).toEqual({ fill: '#7A1F3D' })
    expect(colors?.length).toBeGreaterThan(0)
    for (const color of new Set(colors)) expect(contrast('#FFFFFF', color)).toBeGreaterThan(4.5)
    expect(documentOf(viewOf()).band).toBeUndefined()
  })

  test('a name is shown beside a logo once, and as the title without one', async () => {
    const size = { width: 40, height: 30 }
    const bytes = await fromPixels(somePixels(size), size).removeAlpha().png().toBuffer()
    const named = async (logo: Uint8Array | undefined) => {
      const drawn = await renderPdf(fonts, documentOf(viewOf(), { logo }))
      const [page = ''] = (await readPdf(drawn)).pages
      // The footer names it too.
      return { times: page.split('Café Bar').length - 2, alt: (await altTexts(drawn))[0] }
    }

    expect(await named(bytes)).toEqual({ times: 1, alt: 'Café Bar' })
    expect(await named(undefined)).toMatchObject({ times: 1 })
  })

  test('total and amount due are one row until something is paid', async () => {
    const rows = async (given: InvoiceInput) => {
      const text = (await read(documentOf(viewOf({ terms: { lines: [aLine()] }, ...given })))).pages.join()
      return [text.split('Total').length - 1, text.split('Amount due').length - 1, text.includes('Paid so far')]
    }

    expect(await rows({ status: 'SENT' })).toEqual([1, 1, false])
    expect(await rows({ status: 'PARTIAL', balance: usd('60.00') })).toEqual([1, 2, true])
  })

  test('an amount-only invoice shows its amount once', async () => {
    const { pages } = await read(documentOf(viewOf({ status: 'SENT' })))

    expect(pages.join().split('$100.00')).toHaveLength(2)
  })

  test('taxes are rows with their names and rates', async () => {
    const lines = [aLine({ taxRate: { units: 19n, scale: 0 } })]
    const terms = { lines, amounts: { total: usd('119.00') } }
    const settings = { values: {}, labels: [{ key: 'tax', value: 'USt.' }] } as const

    const { pages } = await read(documentOf(viewOf({ language: 'de-DE', settings, terms })))

    const text = compact(pages.join())
    expect(text).toContain(compact('Zwischensumme netto 100,00 $ USt. 19 % 19,00 $ Gesamtbetrag 119,00 $'))
  })

  describe.each([
    ['paid', 'PAID', '0.00', undefined],
    ['canceled', 'CANCELED', '100.00', 'canceledNote'],
    ['expired', 'SENT', '100.00', 'expiredNote'],
    ['underReview', 'PENDING', '100.00', 'underReviewNote'],
  ] as const)('of the state %s', (state, status, balance, note) => {
    test.each(LANGUAGES)('says so at its head and at its amount, and calls nothing due in %s', async (language) => {
      const words = INVOICE_WORDS[language]
      const view = viewOf({ language, status, balance: usd(balance), terms: { lines: [aLine()] } })

      const { pages, links } = await read(documentOf(view, { state, paymentLink: undefined }))

      const text = compact(pages.join())
      const word = status === 'SENT' ? words.statusExpired : STATUS_WORDS[language][status]
      const atAmount = note === undefined ? word : words[note]
      expect(text).toMatch(new RegExp(`^CaféBar${RegExp.escape(compact(words.invoice + word))}`))
      expect(text.slice(compact(`Café Bar${words.invoice}${word}`).length)).toContain(compact(atAmount))
      expect(text).not.toContain(compact(words.amountDue))
      expect(text).not.toContain(compact(words.due({ due: view.due.text })))
      expect(links).toEqual([])
    })
  })

  test('thirty tax rates are rows on as many pages as they need', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => aLine({ taxRate: { units: BigInt(index + 1), scale: 0 } }))
    const total = totalsOf(invoiceTerms({ lines })).total

    const { pages } = await read(documentOf(viewOf({ terms: { lines, amounts: { total } }, balance: total })))

    const onPages = pages.map((page) => (page.match(/Tax \d+% on/g) ?? []).length)
    expect(onPages.reduce((sum, count) => sum + count)).toBe(30)
    expect(onPages.filter((count) => count > 0).length).toBeGreaterThan(1)
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

function receiptOf(view: InvoiceView, payment: ReceivedPayment, { isSandbox = false } = {}) {
  const { language } = view
  return receiptDocument({
    ...{ view, logo: undefined, page: 'A4', createdAtMs: 0, isSandbox },
    receipt: receiptView(payment, { language, timeZone: merchant.timeZone }),
    installment: installmentView(payment, { total: usd('100.00'), language }),
  })
}

const PAYMENT: ReceivedPayment = {
  ...{ paymentId: '1234567890123456789012', receivedAt: at('2026-03-01T23:30:00Z'), receivedOn: undefined },
  ...{ scheme: undefined, suffix: '4242', amount: usd('60.00'), refunded: usd('10.00'), paidSoFar: usd('75.00') },
  method: 'card',
}

test.each(LANGUAGES)('a receipt of a part has payment, items, total and balance in %s', async (language) => {
  const words = INVOICE_WORDS[language]
  const view = viewOf({ language, terms: { lines: [aLine({ productName: 'Überraschung' })] } })
  const receipt = receiptView(PAYMENT, { language, timeZone: merchant.timeZone })
  const installment = installmentView(PAYMENT, { total: usd('100.00'), language })

  const { pages } = await read(receiptOf(view, PAYMENT))

  const text = compact(pages.join())
  const shown = [
    ...[words.receipt, words.amountPaid, words.refunded, words.card, receipt.amount, receipt.paidOn, '4242'],
    ...['Überraschung', words.total, view.total.text, words.paidSoFar, words.balanceAfter],
    ...[installment?.paidSoFar ?? '?', installment?.balanceAfter ?? '?'],
  ]
  expect(shown.filter((part) => !text.includes(compact(part)))).toEqual([])
  expect(text.split(compact(words.amountPaid))).toHaveLength(2)
  // In the merchant's zone the next day had begun.
  expect(receipt.paidOn).toMatch(/2/)
})

test('the receipt of an invoice that was paid by one payment has its total and no balance', async () => {
  const payment = { ...PAYMENT, amount: usd('100.00'), paidSoFar: usd('100.00') }

  const { pages } = await read(receiptOf(viewOf({ terms: { lines: [aLine()] } }), payment))

  expect(pages.join()).toContain('Total')
  expect(pages.join()).not.toMatch(/Paid so far|Balance/)
})

test('the sums of a receipt are those after its payment', () => {
  expect(installmentView(PAYMENT, { total: usd('100.00'), language: 'en-US' })).toEqual({
    paidSoFar: '−$75.00',
    balanceAfter: '$25.00',
  })
})

test.each(LANGUAGES)(
  'documents of a sandbox are marked as tests on every page in %s, real ones are not',
  async (language) => {
    const lines = Array.from({ length: 40 }, () => aLine())
    const view = viewOf({ language, terms: { lines } })
    const marksOn = async (content: ReturnType<typeof documentOf>) =>
      (await read(content)).pages.map((page) => compact(page).split(compact(TERMS[language].testMode)).length - 1)

    const marks = [await marksOn(documentOf(view, { isSandbox: true })), await marksOn(documentOf(view))]
    const receiptMarks = [
      await marksOn(receiptOf(view, PAYMENT, { isSandbox: true })),
      await marksOn(receiptOf(view, PAYMENT)),
    ]

    expect(marks[0]?.length).toBeGreaterThan(1)
    expect(new Set(marks[0])).toEqual(new Set([1]))
    expect(new Set(marks[1])).toEqual(new Set([0]))
    expect(new Set(receiptMarks[0])).toEqual(new Set([1]))
    expect(new Set(receiptMarks[1])).toEqual(new Set([0]))
  },
)

test('the paper size follows the merchant’s country, or else the currency', () => {
  expect(pageSizeOf({ country: 'us', currency: 'EUR' })).toBe('LETTER')
  expect(pageSizeOf({ country: 'DE', currency: 'USD' })).toBe('A4')
  expect(pageSizeOf({ country: undefined, currency: 'USD' })).toBe('LETTER')
  expect(pageSizeOf({ country: undefined, currency: 'EUR' })).toBe('A4')
})
