import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../test/support/pdf/read-pdf.ts'
import { Fonts } from './fonts.ts'
import type { PdfBlock, PdfContent } from './pdf-content.ts'
import { renderPdf } from './render-pdf.ts'

const fonts = new Fonts()

function aDocument(blocks: readonly PdfBlock[], given: Partial<PdfContent> = {}): PdfContent {
  const footer = { start: 'Acme', end: 'Page {page} of {pages}' }
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
    const band = { fill: '#0B5D3B', blocks: [text('Acme')] }

    const bytes = await renderPdf(fonts, aDocument(blocks, { notice, band }))

    const { pages } = await readPdf(bytes)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page.match(/Only a test/g)).toHaveLength(1)
    expect(await renderPdf(fonts, aDocument(blocks, { notice, band }))).toEqual(bytes)
    expect(await renderPdf(fonts, aDocument(blocks, { band }))).not.toEqual(bytes)
  })

  test('links lead to their addresses', async () => {
    const link = 'https://pay.example/pay/abc'

    const { links } = await readPdf(await renderPdf(fonts, aDocument([{ type: 'text', text: 'Pay', link }])))

    expect(links).toEqual([link])
  })
})
