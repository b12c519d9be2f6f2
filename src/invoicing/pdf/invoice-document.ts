// pure
import type { PdfBlock, PdfContent, PdfTable, PdfText } from '../../platform/pdf/pdf-content.ts'
import type { InvoiceView, LineColumn, LineView } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import {
  type DocumentInput,
  documentOf,
  factTable,
  labeled,
  MUTED,
  muted,
  ROW_SPACE,
  sellerBlocks,
  space,
  text,
} from './document-parts.ts'

const LINK_COLOR = '#0b57d0'
const FIELDS_BESIDE_MAX = 4
const FIELD_BESIDE_LENGTH_MAX = 80

export type InvoiceDocumentInput = DocumentInput & {
  /** Where it can be paid; undefined if it cannot be. */
  readonly paymentLink: string | undefined
}

/** An invoice as a PDF document. */
export function invoiceDocument(input: InvoiceDocumentInput): PdfContent {
  const { view, paymentLink } = input
  const { seller, number, description, lines, language } = view
  const words = INVOICE_WORDS[language]
  const title = [words.invoice, number?.text].filter((part) => part !== undefined).join(' ')
  return documentOf(input, {
    title: `${title} · ${seller.name}`,
    heading: { title: words.invoice, subtitle: statusWord(view) },
    blocks: [
      parties(view),
      space(22),
      amountDue(view, paymentLink),
      ...(description === undefined ? [] : [space(16), ...labeled(description.label, [description.text])]),
      ...(lines.length === 0 ? [] : [space(16), lineTable(view)]),
      space(12),
      ...totals(view),
    ],
    footer: [seller.name, number?.text].filter((part) => part !== undefined).join(' · '),
  })
}

function statusWord({ status, language }: InvoiceView): string | undefined {
  const { statusPaid, statusCanceled, statusDraft } = INVOICE_WORDS[language]
  return { PAID: statusPaid, CANCELED: statusCanceled, DRAFT: statusDraft }[status as string]
}

/** The seller, the customer and the dates. */
function parties({ seller, billTo, customer, number, issued, due }: InvoiceView): PdfBlock {
  const facts = [number, issued, due].filter((row) => row !== undefined)
  return {
    type: 'columns',
    gap: 24,
    columns: [
      { share: 1, blocks: sellerBlocks(seller) },
      {
        share: 1,
        blocks: [
          ...labeled(billTo.label, billTo.lines),
          ...customer.map(({ label, text: value }) => text(`${label}: ${value}`)),
        ],
      },
      {
        share: 1,
        blocks: facts.flatMap(({ label, text: value }, index) => [
          ...(index === 0 ? [] : [space(6)]),
          ...labeled(label, [value]),
        ]),
      },
    ],
  }
}

/** The one number that matters, and the way to pay it. */
function amountDue(view: InvoiceView, paymentLink: string | undefined): PdfBlock {
  const { balance, due, total, language } = view
  const status = isClosed(view) ? statusWord(view) : undefined
  const amount = (value: string): PdfBlock => text(value, { size: 26, weight: 'semibold' })
  if (status !== undefined) return { type: 'together', blocks: [muted(status), amount(total.text)] }
  const link =
    paymentLink === undefined
      ? []
      : [
          space(6),
          text(INVOICE_WORDS[language].payOnline, { weight: 'semibold', color: LINK_COLOR, link: paymentLink }),
        ]
  return {
    type: 'together',
    blocks: [muted(balance.label), amount(balance.text), muted(`${due.label} ${due.text}`), ...link],
  }
}

/** Nothing more is to be paid. */
function isClosed({ status }: InvoiceView): boolean {
  return status === 'PAID' || status === 'CANCELED'
}

function lineTable({ columns, lines }: InvoiceView): PdfTable {
  return {
    type: 'table',
    rowSpace: ROW_SPACE,
    columns: columns.map(({ column, label }) => ({
      label,
      align: column === 'item' ? 'start' : 'end',
      width: column === 'item' ? 'rest' : 'fit',
    })),
    rows: lines.map((line) => columns.map(({ column }) => cellOf(line, column))),
  }
}

function cellOf(line: LineView, column: LineColumn): readonly PdfText[] {
  if (column !== 'item' || line.sku === undefined) return [{ text: line[column] }]
  return [{ text: line.item }, { text: line.sku, size: 8, color: MUTED }]
}

/** At the right, kept together; a few custom fields have room beside them. */
function totals(view: InvoiceView): readonly PdfBlock[] {
  const { parts, total, paid, balance } = view
  const rows = [...parts, total, ...(paid === undefined ? [] : [paid])]
  const fields = customFields(view)
  const isBeside = hasRoomBeside(view)
  return [
    {
      type: 'columns',
      gap: 24,
      columns: [
        { share: 1, blocks: isBeside ? [space(4), ...fields] : [] },
        { share: 1, blocks: [factTable(rows), factTable([balance], { isStrong: true })] },
      ],
    },
    ...(isBeside ? [] : [space(24), ...fields]),
  ]
}

function hasRoomBeside({ customFields: rows }: InvoiceView): boolean {
  return rows.length <= FIELDS_BESIDE_MAX && rows.every(({ text: value }) => value.length <= FIELD_BESIDE_LENGTH_MAX)
}

function customFields({ customFields: rows }: InvoiceView): readonly PdfBlock[] {
  return rows.flatMap(({ label, text: value }, index) => [
    ...(index === 0 ? [] : [space(8)]),
    { type: 'together', blocks: labeled(label, [value]) },
  ])
}
