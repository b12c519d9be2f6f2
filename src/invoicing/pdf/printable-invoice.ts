import { hash } from 'node:crypto'
import type { HeaderColors } from '../../kernel/colors/brand-colors.ts'
import { contrast, LINE_CONTRAST_MIN } from '../../kernel/colors/contrast.ts'
import type { PageSize, PdfContent } from '../../platform/pdf/pdf-content.ts'
import { type Pdf, tagOf } from '../../platform/pdf/printed-pdfs.ts'
import { documentName } from '../presentation/document-name.ts'
import { documentState } from '../presentation/document-state.ts'
import { type DocumentFacts, invoiceView } from '../presentation/invoice-view.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import { loadImageLibrary } from '../settings/image-library.ts'
import type { Logo } from '../settings/logo.ts'
import type { DocumentInput, PdfLogo } from './document-parts.ts'
import { invoiceDocument } from './invoice-document.ts'
import { receiptDocument } from './receipt-document.ts'
import { installmentView, paymentDay, type ReceivedPayment, receiptView } from './receipt-view.ts'

const PAPER = '#FFFFFF'
const DARK_PLATE = '#1f2937'
/** Of 255: lighter pixels are hardly seen on paper. */
const INVISIBLE_FROM = 225
/** Where business letters are written on Letter paper. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'GT', 'PA', 'PH', 'PR', 'SV', 'VE'])
const LETTER_CURRENCIES = new Set(['USD', 'CAD', 'MXN'])

/** Four times the size in points: sharp on paper, and small. */
const WIDTH_MAX = 680
const HEIGHT_MAX = 224
const PLATE_PADDING = 24
const SECONDS_MAX = 20

/**
 * An invoice as a PDF, which has the same bytes as long as neither the invoice nor the settings change, and its payment
 * link has not ended.
 */
export function invoicePdf(
  facts: DocumentFacts,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: Temporal.Instant },
): Pdf {
  const { invoice } = facts
  const state = documentState(invoice, now)
  const isPayable = state === 'open' && invoice.balance.minor > 0n
  const paymentLink = isPayable ? paymentLinkOf(invoice, { baseUrl }) : undefined
  return printable(facts, {
    kind: 'invoice',
    createdAt: invoice.submittedAt,
    document: (common) => invoiceDocument({ ...common, state, paymentLink }),
  })
}

/** The receipt of a payment as a PDF. */
export function receiptPdf(facts: DocumentFacts, payment: ReceivedPayment): Pdf {
  const { timeZone } = facts.merchant
  const { total } = facts.invoice.terms.amounts
  const isInstallment = payment.amount.minor !== total.minor
  return printable(facts, {
    kind: 'receipt',
    day: isInstallment ? paymentDay(payment, timeZone) : undefined,
    createdAt: payment.receivedAt,
    document: (common) => {
      const { language } = common.view
      const receipt = receiptView(payment, { language, timeZone })
      return receiptDocument({ ...common, receipt, installment: installmentView(payment, { total, language }) })
    },
  })
}

type Printable = {
  readonly kind: 'invoice' | 'receipt'
  /** Part of the file's name. */
  readonly day?: Temporal.PlainDate | undefined
  readonly createdAt: Temporal.Instant
  readonly document: (common: DocumentInput) => PdfContent
}

function printable(facts: DocumentFacts, { kind, day, createdAt, document }: Printable): Pdf {
  const { invoice, settings, merchant, isSandbox } = facts
  const { logo } = settings
  const language = facts.language ?? settings.values.deliveryLanguage ?? 'en-US'
  const view = invoiceView({ ...facts, language })
  const { country } = merchant.contact.address ?? {}
  const page = pageSizeOf({ country, currency: invoice.terms.amounts.total.currency })
  const common = { view, page, createdAtMs: createdAt.epochMilliseconds, isSandbox }
  return {
    ...documentName({ kind, day, language, number: view.number?.text, seller: view.seller.name }),
    tag: tagOf(
      document({ ...common, logo: undefined }),
      logo === undefined ? [] : [hash('sha256', logo.bytes, 'base64url')],
    ),
    content: async () => {
      return document({ ...common, logo: logo === undefined ? undefined : await printableLogo(logo, view.header) })
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

/** A logo as documents can embed it: of a GIF the first frame, transparency replaced by a color that shows the logo. */
async function printableLogo({ bytes }: Logo, header: HeaderColors): Promise<PdfLogo> {
  const sharp = await loadImageLibrary()
  // Stored logos have been checked when they were set.
  const flattened = async (background: string, padding: number) =>
    sharp(bytes, { failOn: 'none' })
      .timeout({ seconds: SECONDS_MAX })
      .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
      .extend({ ...around(padding), background })
      .flatten({ background })
      .removeAlpha()
      .toColourspace('srgb')
      .png({ compressionLevel: 9, palette: false })
      .toBuffer()
  const onPaper = await flattened(PAPER, 0)
  const { channels } = await sharp(onPaper).stats()
  const isInvisible = channels.every(({ min }) => min >= INVISIBLE_FROM)
  return isInvisible ? flattened(plateFor(header), PLATE_PADDING) : onPaper
}

function around(padding: number) {
  return { top: padding, right: padding, bottom: padding, left: padding }
}

/** Under a logo that was made for a dark header: the merchant's color if white is seen on it, or else a neutral one. */
function plateFor({ backgroundColor }: HeaderColors): string {
  return contrast(backgroundColor, PAPER) >= LINE_CONTRAST_MIN ? backgroundColor : DARK_PLATE
}
