// pure

import { brandColors } from '../../kernel/colors/brand-colors.ts'
import { readableOn } from '../../kernel/colors/contrast.ts'
import type { Language } from '../../kernel/language.ts'
import { TERMS } from '../../kernel/wording/terms.ts'
import type { PageSize, PdfBlock, PdfContent, PdfText } from '../../platform/pdf/pdf-content.ts'
import type { InvoiceView, Row, SellerView } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'

/** Parts that invoices and receipts share. */

export const MUTED = '#5c636d'
const INK = '#1a1d21'
const NOTICE_INK = '#7a4d00'
const NOTICE_GROUND = '#fff4d6'
export const ROW_SPACE = 5
const LOGO_WIDTH_MAX = 170
const LOGO_HEIGHT_MAX = 44

/** A PNG or JPEG without transparency. */
export type PdfLogo = Uint8Array

/** The common input of invoices and receipts. */
export type DocumentInput = {
  readonly view: InvoiceView
  readonly logo: PdfLogo | undefined
  readonly page: PageSize
  readonly createdAtMs: number
  readonly isSandbox: boolean
}

type Colors = { readonly backgroundColor: string; readonly fontColor: string }

type DocumentContent = {
  /** Of the file. */
  readonly title: string
  readonly heading: { readonly title: string; readonly subtitle: string | undefined }
  readonly blocks: readonly PdfBlock[]
  /** At the start of every page's footer. */
  readonly footer: string
}

/** Puts the merchant's header, the notice of a sandbox and the page numbers around a document's content. */
export function documentOf(input: DocumentInput, { title, heading, blocks, footer }: DocumentContent): PdfContent {
  const { view, logo, page, createdAtMs, isSandbox } = input
  const { seller, language } = view
  const above = header({ seller, header: view.header, logo }, heading)
  return {
    ...{ title, author: seller.name, language, createdAtMs, page },
    ...testNotice(language, isSandbox),
    ...(above.band === undefined ? {} : { band: above.band }),
    blocks: [...above.blocks, ...blocks],
    footer: { start: footer, end: INVOICE_WORDS[language].pageOf({ page: '{page}', pages: '{pages}' }) },
  }
}

/** A document of a sandbox must not pass for a real one: it says what its pages and mails say. */
function testNotice(language: Language, isSandbox: boolean): Pick<PdfContent, 'notice'> {
  if (!isSandbox) return {}
  return { notice: { text: TERMS[language].testMode, color: NOTICE_INK, fill: NOTICE_GROUND } }
}

export function text(words: string, style: Omit<PdfText, 'text'> = {}): PdfBlock {
  return { type: 'text', text: words, ...style }
}

export function muted(words: string, style: Omit<PdfText, 'text' | 'color'> = {}): PdfBlock {
  return text(words, { ...style, color: MUTED })
}

export function space(height: number): PdfBlock {
  return { type: 'space', height }
}

/** Whether the header has a color, as on the page and in mails. */
export function hasGround(colors: Colors): boolean {
  return brandColors(colors).header !== undefined
}

/** Logo or name at the left, what the document is at the right, on the merchant's color if there is one. */
function header(
  { seller, header: colors, logo }: { seller: SellerView; header: Colors; logo: PdfLogo | undefined },
  { title, subtitle }: { readonly title: string; readonly subtitle: string | undefined },
): { readonly band?: NonNullable<PdfContent['band']>; readonly blocks: readonly PdfBlock[] } {
  const isOnGround = hasGround(colors)
  const color = isOnGround ? readableOn(colors.backgroundColor, colors.fontColor) : INK
  const brand: readonly PdfBlock[] =
    logo === undefined
      ? [text(seller.name, { size: 18, weight: 'semibold', color })]
      : [{ type: 'image', bytes: logo, alt: seller.name, widthMax: LOGO_WIDTH_MAX, heightMax: LOGO_HEIGHT_MAX }]
  const name: readonly PdfBlock[] = [
    { type: 'text', role: 'H1', text: title, size: 22, weight: 'semibold', color, align: 'end' },
    ...(subtitle === undefined ? [] : [text(subtitle, { size: 10, color, align: 'end' })]),
  ]
  const row: PdfBlock = {
    type: 'columns',
    gap: 24,
    columns: [
      { share: 1, blocks: brand },
      { share: 1, blocks: name },
    ],
  }
  if (!isOnGround) return { blocks: [row, space(28)] }
  return { band: { fill: colors.backgroundColor, blocks: [row] }, blocks: [] }
}

export function labeled(label: string, lines: readonly string[]): readonly PdfBlock[] {
  return [muted(label, { size: 8 }), space(2), ...lines.map((line) => text(line))]
}

export function sellerBlocks({ name, address, email, phone, vatNumber }: SellerView): readonly PdfBlock[] {
  const lines = [...address, email, phone].filter((line) => line !== undefined)
  return [
    text(name, { weight: 'semibold' }),
    ...lines.map((line) => text(line)),
    ...(vatNumber === undefined ? [] : [text(`${vatNumber.label} ${vatNumber.text}`)]),
  ]
}

/** Labels at the left, values at the right. */
export function factTable(rows: readonly Row[], { isStrong = false }: { readonly isStrong?: boolean } = {}): PdfBlock {
  return {
    type: 'table',
    rowSpace: 4,
    columns: [
      { label: '', align: 'start', width: 'rest' },
      { label: '', align: 'end', width: 'fit' },
    ],
    rows: rows.map(({ label, text: value }) => [
      [{ text: label, ...(isStrong ? { weight: 'semibold' } : { color: MUTED }) }],
      [{ text: value, ...(isStrong ? { weight: 'semibold' } : {}) }],
    ]),
  }
}
