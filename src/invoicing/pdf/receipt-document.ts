// pure
import type { PdfBlock, PdfContent } from '../../platform/pdf/pdf-content.ts'
import type { InvoiceView, Row } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import {
  type DocumentInput,
  documentOf,
  factTable,
  labeled,
  muted,
  sellerBlocks,
  space,
  text,
} from './document-parts.ts'
import type { ReceiptView } from './receipt-view.ts'

export type ReceiptDocumentInput = DocumentInput & { readonly receipt: ReceiptView }

/** The receipt of one payment. It shows nothing about other payments. */
export function receiptDocument(input: ReceiptDocumentInput): PdfContent {
  const { view, receipt } = input
  const words = INVOICE_WORDS[view.language]
  const { seller, number } = view
  return documentOf(input, {
    title: [words.receipt, number?.text, '·', seller.name].filter((part) => part !== undefined).join(' '),
    heading: { title: words.receipt, subtitle: undefined },
    blocks: [
      parties(view),
      space(28),
      muted(words.amountPaid),
      text(receipt.amount, { size: 26, weight: 'semibold' }),
      muted(`${words.paidOn} ${receipt.paidOn}`),
      space(24),
      factTable(rowsOf(view, receipt)),
    ],
    footer: [seller.name, receipt.transactionId].join(' · '),
  })
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
