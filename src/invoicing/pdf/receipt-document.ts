// pure
import type { PdfContent } from '../../platform/pdf/pdf-content.ts'
import type { InvoiceView, Row } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import {
  type DocumentInput,
  documentOf,
  factTable,
  largeAmount,
  lineBlocks,
  muted,
  parties,
  space,
  totals,
} from './document-parts.ts'
import type { InstallmentView, ReceiptView } from './receipt-view.ts'

export type ReceiptDocumentInput = DocumentInput & {
  readonly receipt: ReceiptView
  /** Undefined if this payment paid the whole invoice. */
  readonly installment: InstallmentView | undefined
}

/** The receipt of one payment, with the invoice that it is for. Of other payments it shows only their sum. */
export function receiptDocument(input: ReceiptDocumentInput): PdfContent {
  const { view, receipt, installment } = input
  const words = INVOICE_WORDS[view.language]
  const { seller, number, issued } = view
  return documentOf(input, {
    title: [words.receipt, number?.text, '·', seller.name].filter((part) => part !== undefined).join(' '),
    heading: { title: words.receipt, status: undefined },
    blocks: [
      parties(
        input,
        [number, issued].filter((row) => row !== undefined),
      ),
      space(22),
      { type: 'together', blocks: [muted(words.amountPaid), largeAmount(receipt.amount)] },
      space(12),
      factTable(paymentRows(view, receipt)),
      ...lineBlocks(view),
      // The amount of a payment for everything says it all.
      ...(view.lines.length === 0 && installment === undefined ? [] : totals(sums(view, installment))),
    ],
    id: receipt.transactionId,
  })
}

function paymentRows({ language }: InvoiceView, receipt: ReceiptView): readonly Row[] {
  const words = INVOICE_WORDS[language]
  return [
    { label: words.paidOn, text: receipt.paidOn },
    { label: words.paymentMethod, text: receipt.method },
    { label: words.transactionId, text: receipt.transactionId },
    ...(receipt.refunded === undefined ? [] : [{ label: words.refunded, text: receipt.refunded }]),
  ]
}

function sums({ parts, total, language }: InvoiceView, installment: InstallmentView | undefined) {
  if (installment === undefined) return { rows: parts, strong: total }
  const words = INVOICE_WORDS[language]
  return {
    rows: [...parts, total, { label: words.paidSoFar, text: installment.paidSoFar }],
    strong: { label: words.balanceAfter, text: installment.balanceAfter },
  }
}
