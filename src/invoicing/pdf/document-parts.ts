// pure

import { brandColors } from '../../kernel/colors/brand-colors.ts'
import type { Language } from '../../kernel/language.ts'
import { labeled as onOneLine } from '../../kernel/wording/labeled.ts'
import { TERMS } from '../../kernel/wording/terms.ts'
import type { PageSize, PdfBlock, PdfContent, PdfTable, PdfText } from '../../platform/pdf/pdf-content.ts'
import type { InvoiceView, LineColumn, LineView, Row, SellerView } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'

/** Parts that invoices and receipts share. */

export const MUTED = '#5c636d'
const INK = '#1a1d21'
const NOTICE_INK = '#7a4d00'
const NOTICE_GROUND = '#fff4d6'
const HEADING_SIZE = 20
/** A long name of a seller is not louder than the amount. */
const NAME_SIZES = [
  { lengthMin: 60, size: 13 },
  { lengthMin: 36, size: 16 },
] as const
const ROW_SPACE = 5
const LOGO_WIDTH_MAX = 170
const LOGO_HEIGHT_MAX = 56
const AMOUNT_SIZE = 26
/** Amounts of more characters are set smaller. */
const AMOUNT_SIZES = [
  { lengthMin: 20, size: 17 },
  { lengthMin: 15, size: 21 },
] as const
/** The fewest lines on the page of the totals. */
const LINES_WITH_TOTALS = 2
/** An invoice may have a tax rate for each line. */
const ROWS_TOGETHER_MAX = 12

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

type Heading = {
  readonly title: string
  /** The state of the invoice. */
  readonly status: { readonly text: string; readonly color: string } | undefined
}

type DocumentContent = {
  /** Of the file. */
  readonly title: string
  readonly heading: Heading
  readonly blocks: readonly PdfBlock[]
  /** Follows the seller in the footer of every page. */
  readonly id: string | undefined
}

/** Puts the merchant's header, the notice of a sandbox and the page numbers around a document's content. */
export function documentOf(input: DocumentInput, { title, heading, blocks, id }: DocumentContent): PdfContent {
  const { view, page, createdAtMs, isSandbox } = input
  const { seller, language } = view
  const brand = brandColors(view.header).header
  return {
    ...{ title, author: seller.name, language, createdAtMs, page },
    ...testNotice(language, isSandbox),
    ...(brand === undefined ? {} : { band: { fill: brand.ground } }),
    blocks: [header(input, heading), space(28), ...blocks],
    footer: { name: seller.name, id, end: INVOICE_WORDS[language].pageOf({ page: '{page}', pages: '{pages}' }) },
  }
}

/** A document of a sandbox must not pass for a real one: it has the sentence of pages and mails. */
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

/** The number that matters most, in a size that keeps it on one line. */
export function largeAmount(amount: string, style: Pick<PdfText, 'color' | 'line'> = {}): PdfBlock {
  return text(amount, { size: sizeFor(amount, AMOUNT_SIZES) ?? AMOUNT_SIZE, weight: 'semibold', ...style })
}

type Sizes = readonly { readonly lengthMin: number; readonly size: number }[]

/** The longer a text, the smaller; undefined for a short one. */
function sizeFor(words: string, sizes: Sizes): number | undefined {
  return sizes.find(({ lengthMin }) => words.length >= lengthMin)?.size
}

/** Logo or name at the left, the kind of document at the right. Paper is the white plate that a logo may need. */
function header({ view, logo }: DocumentInput, { title, status }: Heading): PdfBlock {
  const { name } = view.seller
  const brand: PdfBlock =
    logo === undefined
      ? text(name, { size: sizeFor(name, NAME_SIZES) ?? HEADING_SIZE, weight: 'semibold' })
      : { type: 'image', bytes: logo, alt: name, widthMax: LOGO_WIDTH_MAX, heightMax: LOGO_HEIGHT_MAX }
  return {
    type: 'columns',
    gap: 24,
    columns: [
      { width: { share: 3 }, blocks: [brand] },
      {
        width: { share: 2 },
        blocks: [
          { type: 'text', role: 'H1', text: title, size: HEADING_SIZE, weight: 'semibold', color: INK, align: 'end' },
          ...(status === undefined
            ? []
            : [text(status.text, { size: 11, weight: 'semibold', color: status.color, align: 'end' })]),
        ],
      },
    ],
  }
}

export function labeled(label: string, lines: readonly string[]): readonly PdfBlock[] {
  return [muted(label, { size: 8 }), space(2), ...lines.map((line) => text(line))]
}

/** The seller, the customer and the facts of the document, side by side. */
export function parties({ view, logo }: Pick<DocumentInput, 'view' | 'logo'>, facts: readonly Row[]): PdfBlock {
  const { seller, billTo, customer, language } = view
  return {
    type: 'columns',
    gap: 24,
    columns: [
      { width: { share: 1 }, blocks: sellerBlocks(seller, { isNamedAbove: logo === undefined }) },
      {
        width: { share: 1 },
        blocks: [
          ...(billTo.lines.length === 0 ? [] : labeled(billTo.label, billTo.lines)),
          ...customer.map((row) => text(onOneLine(language, row))),
        ],
      },
      {
        width: { share: 1 },
        blocks: facts.flatMap(({ label, text: value }, index) => [
          ...(index === 0 ? [] : [space(6)]),
          ...labeled(label, [value]),
        ]),
      },
    ],
  }
}

function sellerBlocks(
  { name, address, email, phone, vatNumber }: SellerView,
  { isNamedAbove }: { readonly isNamedAbove: boolean },
): readonly PdfBlock[] {
  const lines = [...address, email, phone].filter((line) => line !== undefined)
  return [
    ...(isNamedAbove ? [] : [text(name, { weight: 'semibold' })]),
    ...lines.map((line) => text(line)),
    ...(vatNumber === undefined ? [] : [text(`${vatNumber.label} ${vatNumber.text}`)]),
  ]
}

/** The description and the lines; empty in an amount-only invoice without a description. */
export function lineBlocks({ description, columns, lines }: InvoiceView): readonly PdfBlock[] {
  const table: PdfTable = {
    type: 'table',
    rowSpace: ROW_SPACE,
    rowsKeptWithNext: LINES_WITH_TOTALS,
    columns: columns.map(({ column, label }) => ({
      label,
      align: column === 'item' ? 'start' : 'end',
      width: column === 'item' ? 'rest' : 'fit',
    })),
    rows: lines.map((line) => columns.map(({ column }) => cellOf(line, column))),
  }
  return [
    ...(description === undefined ? [] : [space(16), ...labeled(description.label, [description.text])]),
    ...(lines.length === 0 ? [] : [space(16), table]),
    space(12),
  ]
}

function cellOf(line: LineView, column: LineColumn): readonly PdfText[] {
  if (column !== 'item' || line.sku === undefined) return [{ text: line[column] }]
  return [{ text: line.item }, { text: line.sku, size: 8, color: MUTED }]
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

type Totals = {
  readonly rows: readonly Row[]
  /** The row that matters. */
  readonly strong: Row
  readonly after?: readonly Row[]
  /** Has room at the left. */
  readonly beside?: readonly PdfBlock[]
}

/** The sums at the right, kept together; more rows than surely fit on a page flow from page to page. */
export function totals({ rows, strong, after = [], beside = [] }: Totals): readonly PdfBlock[] {
  const blocks = [
    ...(rows.length === 0 ? [] : [factTable(rows)]),
    factTable([strong], { isStrong: true }),
    ...(after.length === 0 ? [] : [factTable(after)]),
  ]
  if (rows.length > ROWS_TOGETHER_MAX) return [...blocks, ...(beside.length === 0 ? [] : [space(24), ...beside])]
  return [
    {
      type: 'columns',
      gap: 24,
      columns: [
        { width: { share: 1 }, blocks: beside },
        { width: { share: 1 }, blocks },
      ],
    },
  ]
}
