// pure
import {
  type CustomFieldDefinition,
  INVOICE_WORDS,
  type Invoice,
  type InvoiceView,
  type InvoiceWords,
  invoiceView,
  linkEndsAt,
  type Owed,
  owedOn,
  type Payable,
  type PayerQuestions,
  payableOf,
  payerQuestions,
  type ReceiptView,
  receiptView,
  type ShownSettings,
} from '../../invoicing/pure.ts'
import { dateText, type Language } from '../../kernel/language.ts'
import type { Puzzle } from '../card-testing/puzzle.ts'
import type { SharedPayment } from '../model/shared-payment.ts'
import type { PageParts } from '../port/page-parts.ts'
import type { Capabilities, Method } from '../port/port.ts'
import type { FormNotice, FormProblems, FormValues } from './form/form-fields.ts'
import { PAGE_WORDS } from './words/all-words.ts'
import type { PageWords } from './words/page-words.ts'

/** The frame that all pages of a link share. */
export type PageModel = {
  readonly language: Language
  readonly words: PageWords
  readonly assets: PageAssets
  readonly invoiceWords: InvoiceWords
  readonly view: InvoiceView
  /** Of this link, without a slash at the end. */
  readonly path: string
  /** The query that links of a preview keep; empty otherwise. */
  readonly query: string
  /** The address of the logo; undefined if there is none. */
  readonly logo: string | undefined
  /** Whether it is nearly white. */
  readonly hasLightLogo: boolean
  readonly isSandbox: boolean
  readonly isPreview: boolean
  /** Those of the organization's processor. */
  readonly parts: PageParts
  /** Another of our languages that the browser prefers; undefined once the payer has chosen one. */
  readonly offeredLanguage: Language | undefined
  /** The word beside the amount due. */
  readonly badge: 'overdue' | 'partial' | undefined
  /** The day on which the link ended or will end. */
  readonly linkEndsOn: string | undefined
  /** The day of the cancellation in the merchant's time zone; undefined unless the invoice is canceled. */
  readonly canceledOn: string | undefined
  /** Completed payments, oldest first, without account and payer, since other payers see them too. */
  readonly payments: readonly PaymentView[]
  /** The payment that is under review, shown in the same way. */
  readonly review: ReceiptView | undefined
}

export type PaymentView = ReceiptView & { readonly receiptPath: string }

/** The page of the link in its language; a preview's link stays one. A failure is answered in the same language. */
export function pagePath(
  { path, query, language }: Pick<PageModel, 'path' | 'query' | 'language'>,
  below = '',
): string {
  return `${path}${below}${query === '' ? '?' : `${query}&`}lang=${language}`
}

/** The addresses of the style and script that all pages share. */
export type PageAssets = {
  /** The path of all pages. */
  readonly pages: string
  readonly style: string
  /** None where scripts do not run: a browser reports each of them. */
  readonly script: string | undefined
}

/** The amount, methods and questions of the form. */
export type FormTerms = {
  readonly owed: Owed
  readonly payable: Payable
  readonly methods: readonly Method[]
  readonly hasCardFields: boolean
  /** Those of the methods that happen on the processor's page. */
  readonly hostedMethods: readonly Method[]
  /** Those whose payers the processor authenticates. */
  readonly authenticatedMethods: readonly Method[]
  readonly canSaveCard: boolean
  readonly questions: PayerQuestions
}

export type FormModel = FormTerms & {
  /** The same when the form is sent twice. */
  readonly attemptKey: string
  readonly values: FormValues
  readonly problems: FormProblems
  /** The payer has to solve this first, or to wait. */
  readonly puzzle: Puzzle | undefined
  /** Why the form is shown again. */
  readonly notice: FormNotice | undefined
  /** By the product's clock. */
  readonly today: Temporal.PlainDate
}

/** The loaded invoice, its merchant and its payments. */
export type PageFacts = {
  readonly invoice: Invoice
  readonly definitions: readonly CustomFieldDefinition[]
  readonly settings: ShownSettings
  readonly organization: Parameters<typeof invoiceView>[0]['merchant']
  readonly payments: readonly SharedPayment[]
}

/** How a page is shown. */
export type Surroundings = {
  readonly language: Language
  readonly path: string
  readonly query: string
  readonly assets: PageAssets
  readonly isSandbox: boolean
  readonly isPreview: boolean
  readonly offeredLanguage: Language | undefined
  readonly parts: PageParts
  readonly now: Temporal.Instant
  /** A logo that is not saved, as an address that contains it. */
  readonly unsavedLogo?: string | undefined
}

export function pageModel(loaded: PageFacts, { now, unsavedLogo, ...around }: Surroundings): PageModel {
  const { invoice, settings, definitions, organization, payments } = loaded
  const { language } = around
  const { timeZone } = organization
  const shown = (payment: SharedPayment) =>
    receiptView({ ...payment, scheme: undefined, suffix: undefined }, { language, timeZone })
  const endsAt = linkEndsAt(invoice)
  const review = payments.find(({ status }) => status === 'REVIEW')
  return {
    ...around,
    words: PAGE_WORDS[language],
    invoiceWords: INVOICE_WORDS[language],
    view: invoiceView({ invoice, settings, definitions, merchant: organization, language }),
    logo: settings.hasLogo ? (unsavedLogo ?? `${around.path}/logo${around.query}`) : undefined,
    hasLightLogo: settings.hasLightLogo,
    badge: badgeOf(invoice, now.toZonedDateTimeISO(timeZone).toPlainDate()),
    linkEndsOn: endsAt && dateText(endsAt.toZonedDateTimeISO('UTC').toPlainDate(), language),
    canceledOn: canceledOn(invoice, { language, timeZone }),
    payments: payments
      .filter(({ status }) => status === 'COMPLETED')
      .map((payment) => ({
        ...shown(payment),
        receiptPath: pagePath(around, `/payments/${payment.paymentId}/receipt.pdf`),
      })),
    review: review && shown(review),
  }
}

/** No request about a canceled invoice is accepted any more, so the last accepted one canceled it. */
function canceledOn(
  { status, submittedAt }: Invoice,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): string | undefined {
  return status === 'CANCELED' ? dateText(submittedAt.toZonedDateTimeISO(timeZone).toPlainDate(), language) : undefined
}

function badgeOf({ status, terms }: Invoice, today: Temporal.PlainDate): PageModel['badge'] {
  if (Temporal.PlainDate.compare(terms.dueOn, today) < 0) return 'overdue'
  return status === 'PARTIAL' ? 'partial' : undefined
}

export function formTerms(loaded: PageFacts, capabilities: Capabilities): FormTerms {
  const { invoice, settings, definitions } = loaded
  const { methods, hasCardFields, hostedMethods, authenticatedMethods, storesCredentials } = capabilities
  const owed = owedOn(invoice)
  return {
    owed,
    payable: payableOf(owed),
    methods,
    hasCardFields,
    hostedMethods,
    authenticatedMethods,
    canSaveCard: hasCardFields && storesCredentials,
    questions: payerQuestions(invoice, { settings: settings.values, definitions }),
  }
}
