import { createHash } from 'node:crypto'
import type { PdfContent } from '../../platform/pdf/pdf-content.ts'
import { type Pdf, tagOf } from '../../platform/pdf/printed-pdfs.ts'
import { type DocumentFacts, invoiceView } from '../presentation/invoice-view.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import { type DocumentInput, hasGround } from './document-parts.ts'
import { invoiceDocument } from './invoice-document.ts'
import { pageSizeOf } from './page-size.ts'
import { printableLogo } from './printable-logo.ts'
import { receiptDocument } from './receipt-document.ts'
import { type ReceivedPayment, receiptView } from './receipt-view.ts'

const PAPER = '#FFFFFF'
const PAYABLE = new Set<InvoiceStatus>(['CREATED', 'SENT', 'PARTIAL', 'PENDING'])

/** An invoice as a PDF, which has the same bytes as long as neither the invoice nor the settings change. */
export function invoicePdf(facts: DocumentFacts, { baseUrl }: { readonly baseUrl: string }): Pdf {
  const { invoice } = facts
  const paymentLink = PAYABLE.has(invoice.status) ? paymentLinkOf(invoice, { baseUrl }) : undefined
  return printable(facts, {
    fileName: `invoice-${fileNamePart(invoice.invoiceNumber)}.pdf`,
    createdAt: invoice.submittedAt,
    document: (common) => invoiceDocument({ ...common, paymentLink }),
  })
}

/** The receipt of a payment as a PDF. */
export function receiptPdf(facts: DocumentFacts, payment: ReceivedPayment): Pdf {
  const { timeZone } = facts.merchant
  return printable(facts, {
    fileName: `receipt-${fileNamePart(payment.paymentId)}.pdf`,
    createdAt: payment.receivedAt,
    document: (common) => {
      const { language } = common.view
      return receiptDocument({ ...common, receipt: receiptView(payment, { language, timeZone }) })
    },
  })
}

type Printable = {
  readonly fileName: string
  readonly createdAt: Temporal.Instant
  readonly document: (common: DocumentInput) => PdfContent
}

function printable(facts: DocumentFacts, { fileName, createdAt, document }: Printable): Pdf {
  const { invoice, settings, merchant, isSandbox } = facts
  const { logo } = settings
  const language = facts.language ?? settings.values.deliveryLanguage ?? 'en-US'
  const view = invoiceView({ ...facts, language })
  const { country } = merchant.contact.address ?? {}
  const page = pageSizeOf({ country, currency: invoice.terms.amounts.total.currency })
  const common = { view, page, createdAtMs: createdAt.epochMilliseconds, isSandbox }
  const ground = hasGround(view.header) ? view.header.backgroundColor : PAPER
  return {
    fileName,
    tag: tagOf(document({ ...common, logo: undefined }), logo === undefined ? [] : [hashOf(logo.bytes)]),
    content: async () => {
      return document({ ...common, logo: logo === undefined ? undefined : await printableLogo(logo, ground) })
    },
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** Numbers of invoices have spaces and slashes. */
function fileNamePart(id: string): string {
  return id.replaceAll(/[^\w.-]+/g, '-')
}
