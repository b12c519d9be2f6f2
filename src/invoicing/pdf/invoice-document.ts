// pure
import type { Language } from '../../kernel/language.ts'
import { STATUS_WORDS } from '../../kernel/wording/status-words.ts'
import type { PdfBlock, PdfContent } from '../../platform/pdf/pdf-content.ts'
import type { DocumentState } from '../presentation/document-state.ts'
import type { InvoiceView } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import type { InvoiceWords } from '../presentation/words/invoice-words.ts'
import {
  type DocumentInput,
  documentOf,
  labeled,
  largeAmount,
  lineBlocks,
  MUTED,
  muted,
  parties,
  space,
  text,
  totals,
} from './document-parts.ts'

const FIELDS_BESIDE_MAX = 4
const FIELD_BESIDE_LENGTH_MAX = 80
/** 24 mm. */
const CODE_SIZE = 68
/** As on the page. */
const STATE_COLORS = { paid: '#166f41', canceled: '#b3261e', underReview: '#5b34b0', expired: MUTED, draft: MUTED }

export type InvoiceDocumentInput = DocumentInput & {
  readonly state: DocumentState
  /** Where it can be paid; undefined if it cannot be. */
  readonly paymentLink: string | undefined
}

/** An invoice as a PDF document. */
export function invoiceDocument(input: InvoiceDocumentInput): PdfContent {
  const { view, state } = input
  const { seller, number, issued, due, language } = view
  const words = INVOICE_WORDS[language]
  const title = [words.invoice, number?.text].filter((part) => part !== undefined).join(' ')
  const isOwed = state === 'open' || state === 'draft'
  const facts = [number, issued, isOwed ? due : undefined].filter((row) => row !== undefined)
  return documentOf(input, {
    title: `${title} · ${seller.name}`,
    heading: {
      title: words.invoice,
      status: state === 'open' ? undefined : { text: stateWord(state, language), color: STATE_COLORS[state] },
    },
    blocks: [parties(input, facts), space(22), amount(input), ...lineBlocks(view), ...sums(view, state)],
    id: number?.text,
  })
}

function stateWord(state: Exclude<DocumentState, 'open'>, language: Language): string {
  const { DRAFT, PENDING, PAID, CANCELED } = STATUS_WORDS[language]
  const { statusExpired } = INVOICE_WORDS[language]
  return { draft: DRAFT, underReview: PENDING, expired: statusExpired, paid: PAID, canceled: CANCELED }[state]
}

/** The one number that matters, and the way to pay it or the reason not to. */
function amount({ view, state, paymentLink }: InvoiceDocumentInput): PdfBlock {
  const { balance, due, total, language } = view
  const words = INVOICE_WORDS[language]
  if (state === 'open' || state === 'draft') {
    const blocks = [muted(balance.label), largeAmount(balance.text), muted(words.due({ due: due.text }))]
    return paymentLink === undefined ? { type: 'together', blocks } : withCode(blocks, paymentLink, words)
  }
  const { canceledNote, expiredNote, underReviewNote } = words
  const note = { paid: undefined, canceled: canceledNote, expired: expiredNote, underReview: underReviewNote }[state]
  // A note says why the amount is not to be paid; a state that says enough stands above it.
  const isSelfEvident = state === 'paid' || state === 'canceled'
  return {
    type: 'together',
    blocks: [
      isSelfEvident
        ? text(stateWord(state, language), { weight: 'semibold', color: STATE_COLORS[state] })
        : muted(total.label),
      largeAmount(total.text, state === 'canceled' ? { color: MUTED, line: 'through' } : {}),
      ...(note === undefined ? [] : [space(2), text(note)]),
    ],
  }
}

/** A link is of no use on paper: a code beside it leads to the same place. */
function withCode(blocks: readonly PdfBlock[], link: string, words: InvoiceWords): PdfBlock {
  const { host } = new URL(link)
  return {
    type: 'columns',
    gap: 12,
    columns: [
      { width: { share: 5 }, blocks },
      {
        width: { share: 3 },
        blocks: [
          text(words.payOnline, { weight: 'semibold', align: 'end' }),
          text(host, { align: 'end', link, line: 'under' }),
        ],
      },
      {
        width: { points: CODE_SIZE },
        blocks: [{ type: 'qrCode', text: link, size: CODE_SIZE, alt: words.qrCode({ host }), link }],
      },
    ],
  }
}

/** A few custom fields have room beside the sums. */
function sums(view: InvoiceView, state: DocumentState): readonly PdfBlock[] {
  const { lines, parts, total, paid, balance } = view
  // The large amount says it all.
  if (lines.length === 0 && parts.length === 0 && paid === undefined) return customFields(view)
  const payments = paid === undefined ? [] : [paid]
  const isBalanceShown = paid !== undefined && state === 'open'
  // Without payments the amount due is the total, which is not shown twice.
  const rows = isBalanceShown
    ? { rows: [...parts, total, ...payments], strong: balance }
    : { rows: parts, strong: total, after: payments }
  const fields = customFields(view)
  if (fields.length === 0) return totals(rows)
  return hasRoomBeside(view)
    ? totals({ ...rows, beside: [space(4), ...fields] })
    : [...totals(rows), space(24), ...fields]
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
