// pure
import type { PageSize, PdfBlock, PdfContent } from '../../platform/pdf/pdf-content.ts'
import type { InvoiceView, Row } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import {
  factTable,
  header,
  labeled,
  muted,
  type PdfLogo,
  sellerBlocks,
  space,
  testNotice,
  text,
} from './document-parts.ts'
import type { ReceiptView } from './receipt-view.ts'

export type ReceiptDocumentInput = {
  readonly view: InvoiceView
  readonly receipt: ReceiptView
  readonly logo: PdfLogo | undefined
  readonly page: PageSize
  readonly createdAtMs: number
  readonly isSandbox: boolean
}

/** The receipt of one payment. It shows nothing about other payments. */
export function receiptDocument({
  view,
  receipt,
  logo,
  page,
  createdAtMs,
  isSandbox,
}: ReceiptDocumentInput): PdfContent {
  const words = INVOICE_WORDS[view.language]
  const { seller, number } = view
  const { band, blocks } = header({ seller, header: view.header, logo }, { title: words.receipt, subtitle: undefined })
  return {
    title: [words.receipt, number?.text, '·', seller.name].filter((part) => part !== undefined).join(' '),
    author: seller.name,
    language: view.language,
    createdAtMs,
    page,
    ...testNotice(view.language, isSandbox),
    ...(band === undefined ? {} : { band }),
    blocks: [
      ...blocks,
      parties(view),
      space(28),
      muted(words.amountPaid),
      text(receipt.amount, { size: 26, weight: 'semibold' }),
      muted(`${words.paidOn} ${receipt.paidOn}`),
      space(24),
      factTable(rowsOf(view, receipt)),
    ],
    footer: {
      start: [seller.name, receipt.transactionId].join(' · '),
      end: words.pageOf({ page: '{page}', pages: '{pages}' }),
    },
  }
}

function parties({ seller, billTo }: InvoiceView): PdfBlock {
  return {
    type: 'columns',
    gap: 24,
    columns: [
      { share: 1, blocks: sellerBlocks(seller) },
      { share: 1, blocks: labeled(billTo.label, billTo.lines) },
    ],
  }
}

function rowsOf({ language, number }: InvoiceView, receipt: ReceiptView): readonly Row[] {
  const words = INVOICE_WORDS[language]
  return [
    ...(number === undefined ? [] : [number]),
    { label: words.paymentMethod, text: receipt.method },
    { label: words.transactionId, text: receipt.transactionId },
    { label: words.amountPaid, text: receipt.amount },
    ...(receipt.refunded === undefined ? [] : [{ label: words.refunded, text: receipt.refunded }]),
  ]
}
