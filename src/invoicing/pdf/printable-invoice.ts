import { hash } from 'node:crypto'
import type { PageSize, PdfContent } from '../../platform/pdf/pdf-content.ts'
import { type Pdf, tagOf } from '../../platform/pdf/printed-pdfs.ts'
import { type DocumentFacts, invoiceView } from '../presentation/invoice-view.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import { loadImageLibrary } from '../settings/image-library.ts'
import type { Logo } from '../settings/logo.ts'
import { type DocumentInput, hasGround, type PdfLogo } from './document-parts.ts'
import { invoiceDocument } from './invoice-document.ts'
import { receiptDocument } from './receipt-document.ts'
import { type ReceivedPayment, receiptView } from './receipt-view.ts'

const PAPER = '#FFFFFF'
/** Where business letters are written on Letter paper. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'GT', 'PA', 'PH', 'PR', 'SV', 'VE'])
const LETTER_CURRENCIES = new Set(['USD', 'CAD', 'MXN'])

/** Four times the size in points: sharp on paper, and small. */
const WIDTH_MAX = 680
const HEIGHT_MAX = 176
const SECONDS_MAX = 20

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
    tag: tagOf(
      document({ ...common, logo: undefined }),
      logo === undefined ? [] : [hash('sha256', logo.bytes, 'base64url')],
    ),
    content: async () => {
      return document({ ...common, logo: logo === undefined ? undefined : await printableLogo(logo, ground) })
    },
  }
}

/** By the merchant's country, or, if it is not known, by the currency. */
export function pageSizeOf({
  country,
  currency,
}: {
  readonly country: string | undefined
  readonly currency: string
}): PageSize {
  const isLetter = country === undefined ? LETTER_CURRENCIES.has(currency) : LETTER_COUNTRIES.has(country.toUpperCase())
  return isLetter ? 'LETTER' : 'A4'
}

/** A logo as documents can embed it: of a GIF the first frame, transparency replaced by the color behind it. */
async function printableLogo({ bytes }: Logo, background: string): Promise<PdfLogo> {
  const sharp = await loadImageLibrary()
  // Stored logos have been checked when they were set.
  return sharp(bytes, { failOn: 'none' })
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background })
    .removeAlpha()
    .toColourspace('srgb')
    .png({ compressionLevel: 9, palette: false })
    .toBuffer()
}

/** Numbers of invoices have spaces and slashes. */
function fileNamePart(id: string): string {
  return id.replaceAll(/[^\w.-]+/g, '-')
}
