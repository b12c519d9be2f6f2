import { describe, expect, test } from 'vitest'
import { altTexts, readPdf } from '../../../test/support/pdf/read-pdf.ts'
import { Fonts } from './fonts.ts'
import type { PdfBlock, PdfContent } from './pdf-content.ts'
import { renderPdf } from './render-pdf.ts'

const fonts = new Fonts()

function aDocument(blocks: readonly PdfBlock[], given: Partial<PdfContent> = {}): PdfContent {
  const footer = { name: 'Acme', id: 'No. 7', end: 'Page {page} of {pages}' }
  return { title: 'A title', author: 'Acme', language: 'en-US', createdAtMs: 0, page: 'A4', footer, blocks, ...given }
}

const text = (words: string): PdfBlock => ({ type: 'text', text: words })

describe('a PDF document', () => {
  test('has the same bytes whenever it is drawn, also by fonts that were just opened', async () => {
    const content = aDocument([text('Grüße, 请求付款, فاتورة'), { type: 'text', text: '請求書', weight: 'semibold' }])

    const drawn = [await renderPdf(fonts, content), await renderPdf(fonts, content)]

    expect(drawn[1]).toEqual(drawn[0])
    expect(await renderPdf(new Fonts(), content)).toEqual(drawn[0])
  })

  test('has a title and a language, and is tagged for screen readers', async () => {
    const bytes = await renderPdf(fonts, aDocument([text('Hello')], { language: 'de-DE' }))

    const { info } = await readPdf(bytes)
    expect(info).toMatchObject({
      Title: 'A title',
      Author: 'Acme',
      Language: 'de-DE',
      CreationDate: 'D:19700101000000Z',
    })
    expect(Buffer.from(bytes).toString('latin1')).toContain('/Marked true')
  })

  test.each([
    'Rechnung für Übergrößen, 12,50 €',
    'Счёт на оплату № 12',
    '请求付款 测试',
    '請求書をお送りします。',
    '帳單編號',
    '안녕하세요 김철수',
    'Ελληνικά',
    'Tiếng Việt',
  ])('its text can be extracted: %s', async (words) => {
    const { pages } = await readPdf(await renderPdf(fonts, aDocument([text(words)])))

    expect(pages[0]?.replaceAll(/\s/g, '')).toContain(words.replaceAll(/\s/g, ''))
  })

  test('embeds every font it uses, as a small part', async () => {
    const bytes = await renderPdf(fonts, aDocument([text('Hello 请求付款 안녕')]))

    const fontFiles = Buffer.from(bytes)
      .toString('latin1')
      .match(/\/FontFile2/g)
    expect(fontFiles).toHaveLength(3)
    expect(bytes.length).toBeLessThan(40_000)
  })

  test('a long table continues on further pages with its header, and rows stay whole', async () => {
    const columns = [
      { label: 'Item', align: 'start', width: 'rest' },
      { label: 'Price', align: 'end', width: 'fit' },
    ] as const
    const rows = Array.from({ length: 60 }, (_, index) => [[{ text: `Item ${index}, end` }], [{ text: `$${index}` }]])

    const { pages } = await readPdf(await renderPdf(fonts, aDocument([{ type: 'table', columns, rows, rowSpace: 6 }])))

    expect(pages).toHaveLength(3)
    for (const page of pages) expect(page).toMatch(/Item\s+Price/)
    const found = pages.flatMap((page) => page.match(/Item \d+, end/g) ?? [])
    expect(found).toEqual(rows.map((_, index) => `Item ${index}, end`))
    expect(pages.map((page) => /Page \d of \d/.exec(page)?.[0])).toEqual(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3'])
  })

  test('a notice is on every page above its content, once for screen readers', async () => {
    const notice = { text: 'Only a test', color: '#7a4d00', fill: '#fff4d6' }
    const blocks = Array.from({ length: 80 }, (_, index) => text(`Line ${index}.`))
    const band = { fill: '#0B5D3B' }

    const bytes = await renderPdf(fonts, aDocument(blocks, { notice, band }))

    const { pages } = await readPdf(bytes)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page.match(/Only a test/g)).toHaveLength(1)
    expect(await renderPdf(fonts, aDocument(blocks, { notice, band }))).toEqual(bytes)
    expect(await renderPdf(fonts, aDocument(blocks, { band }))).not.toEqual(bytes)
  })

  test('links lead to their addresses, from texts and codes', async () => {
    const link = 'https://pay.example/pay/abc'
    const code: PdfBlock = { type: 'qrCode', text: link, size: 68, alt: 'A code to pay', link }

    const bytes = await renderPdf(fonts, aDocument([{ type: 'text', text: 'Pay', link, line: 'under' }, code]))

    expect((await readPdf(bytes)).links).toEqual([link, link])
    expect(await altTexts(bytes)).toEqual(['A code to pay'])
  })

  test('a long name ends in an ellipsis in the footer, and the number stays', async () => {
    const name = 'Rechtsanwaltsgesellschaft und '.repeat(9)
    const footer = { name, id: 'No. 7', end: 'Page {page} of {pages}' }

    const { pages } = await readPdf(await renderPdf(fonts, aDocument([text('Hello')], { footer })))

    expect(pages[0]).toMatch(/gesell\S*.*…\s?· No\. 7/)
    expect(pages[0]).toContain('Page 1 of 1')
  })

  test('amounts of a crowded table do not break', async () => {
    const amount = '$123,456,789,012.34'
    const columns = ['Item', 'Quantity', 'Unit price', 'Discount', 'Value added tax', 'Amount'].map((label, index) => ({
      label,
      ...(index === 0
        ? { align: 'start' as const, width: 'rest' as const }
        : { align: 'end' as const, width: 'fit' as const }),
    }))
    const rows = [columns.map((_, index) => [{ text: index === 0 ? 'Coffee' : amount }])]

    const { pages } = await readPdf(await renderPdf(fonts, aDocument([{ type: 'table', columns, rows, rowSpace: 4 }])))

    expect(pages[0]?.split(amount)).toHaveLength(6)
  })

  test('the last rows of a table stay with the block below it', async () => {
    const columns = [{ label: 'Item', align: 'start', width: 'rest' }] as const
    const below = (count: number): readonly PdfBlock[] => [
      {
        type: 'table',
        columns,
        rows: Array.from({ length: count }, (_, index) => [[{ text: `Row ${index}.` }]]),
        rowSpace: 6,
        rowsKeptWithNext: 2,
      },
      { type: 'space', height: 12 },
      { type: 'together', blocks: Array.from({ length: 8 }, () => text('Sum')) },
    ]
    const rowsOnLastPage = async (count: number) => {
      const { pages } = await readPdf(await renderPdf(fonts, aDocument(below(count))))
      const last = pages.find((page) => page.includes('Sum')) ?? ''
      return { pages: pages.length, rows: (last.match(/Row/g) ?? []).length }
    }

    const counts = Array.from({ length: 12 }, (_, index) => index + 20)
    const found = await Promise.all(counts.map(rowsOnLastPage))

    expect(found.filter(({ rows }) => rows < 2)).toEqual([])
    expect(new Set(found.map(({ pages }) => pages))).toEqual(new Set([1, 2]))
  })

  test.each([
    ['de-DE', 'Donaudampfschifffahrtsgesellschaftskapitänsmütze', /Donaudampf\S*-/],
    ['en-US', 'Internationalization-antidisestablishmentarianism', /-/],
    ['ja-JP', 'Rechtsschutzversicherungsgesellschaften', /Rechts\S*-/],
    ['de-DE', 'Частнопредпринимательского', /\p{L}{3,}-/u],
  ])('in %s the long word %s is hyphenated, and read as one', async (language, word, hyphenated) => {
    const columns = [{ width: { points: 90 }, blocks: [text(word)] }]
    const content = aDocument([{ type: 'columns', gap: 0, columns }], { language })

    const bytes = await renderPdf(fonts, content)

    const page = (await readPdf(bytes)).pages[0] ?? ''
    expect(page).toMatch(hyphenated)
    expect(Buffer.from(bytes).equals(await renderPdf(new Fonts(), content))).toBe(true)
  })
})
