import { hash } from 'node:crypto'
import type { PageSize, PdfContent } from '../../platform/pdf/pdf-content.ts'
import { type Pdf, tagOf } from '../../platform/pdf/printed-pdfs.ts'
import { documentName } from '../presentation/document-name.ts'
import { documentState } from '../presentation/document-state.ts'
import { type DocumentFacts, invoiceView } from '../presentation/invoice-view.ts'
import { payerLanguage } from '../presentation/payer-language.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import type { DocumentInput } from './document-parts.ts'
import { invoiceDocument } from './invoice-document.ts'
import { printableLogo } from './printable-logo.ts'
import { receiptDocument } from './receipt-document.ts'
import { installmentView, paymentDay, type ReceivedPayment, receiptView } from './receipt-view.ts'

/** Where business letters are written on Letter paper. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'GT', 'PA', 'PH', 'PR', 'SV', 'VE'])
const LETTER_CURRENCIES = new Set(['USD', 'CAD', 'MXN'])

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
  const language = facts.language ?? payerLanguage(invoice, settings)
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
