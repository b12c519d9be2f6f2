import { personalDataIn } from '../../invoicing/index.ts'
import { AppError } from '../../kernel/errors.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { Attempt, Payer } from '../model/attempt.ts'
import { payInvoice } from '../payers/pay-invoice.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Method, Source } from '../port/port.ts'
import type { FormValues } from './form/form-fields.ts'
import { isOutdated } from './form/read-amount.ts'
import { type FormProblems, type PayerRequest, readForm } from './form/read-form.ts'
import type { LoadedPage } from './load-page.ts'
import type { FormTerms, PageModel } from './page-model.ts'

export type PageForm = {
  readonly page: LoadedPage
  readonly model: PageModel
  readonly terms: FormTerms
  readonly attemptKey: string
  readonly values: FormValues
  readonly walletToken: string | undefined
  /** Where the payer comes back to after a challenge. */
  readonly returnUrl: string
  /** The payer's network address. */
  readonly address: string
}

export type PagePayment =
  | { readonly became: 'attempt'; readonly attempt: Attempt }
  | { readonly became: 'problems'; readonly problems: FormProblems; readonly toConfirm: string | undefined }
  /** The payer confirms in the wallet first. */
  | { readonly became: 'sheet'; readonly request: PayerRequest }
  | { readonly became: 'refused'; readonly notice: string }
  /** The page that the payer saw does not say what is due any more. */
  | { readonly became: 'outdated' }

/** Pays what the form says. Nothing is charged unless everything in it is right. */
export async function payFromPage(deps: PaymentDeps, form: PageForm): Promise<PagePayment> {
  const { page, model, terms, values } = form
  const { words, language } = model
  if (isOutdated(form)) return { became: 'outdated' }
  const today = deps.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const looksPersonal = (text: string) => personalDataIn(text) !== undefined
  const { problems, request, toConfirm } = readForm({ values, terms, words, language, today, looksPersonal })
  if (request === undefined) return { became: 'problems', problems, toConfirm }
  const source = request.source ?? walletSource(request.method, form.walletToken)
  if (source === undefined) return { became: 'sheet', request }
  try {
    return { became: 'attempt', attempt: await charge(deps, form, request, source) }
  } catch (error) {
    const refusal = refusalOf(error, model)
    if (refusal === undefined) throw error
    deps.log.info(
      { err: error, organizationId: page.invoice.organizationId },
      'a payment from the page was not started',
    )
    return refusal
  }
}

/** A wallet gives its token once the payer has confirmed. */
function walletSource(method: Method, walletToken: string | undefined): Source | undefined {
  if (walletToken === undefined || method === 'card' || method === 'bankDebit' || method === 'hosted') return undefined
  return { method, walletToken }
}

type PaymentSource = NonNullable<PayerRequest['source']>

async function charge(
  deps: PaymentDeps,
  form: PageForm,
  request: PayerRequest,
  source: PaymentSource,
): Promise<Attempt> {
  const { page, model, attemptKey, returnUrl, address } = form
  const { organizationId, invoiceNumber } = page.invoice
  const { amount, name, email, phone, shipTo, customValues: customFields, wantsCardSaved } = request
  return payInvoice(deps, {
    ...{ organizationId, invoiceNumber, requestKey: attemptKey, amount, source, returnUrl, address },
    payer: { name, email, phone, shipTo, customFields },
    ...(wantsCardSaved ? { consent: { ...consentOf(deps, model), address } } : {}),
  })
}

/** The evidence that the payer agreed: when, and to which words; the address is added to it. */
function consentOf({ clock }: PaymentDeps, { words, view, language }: PageModel): NonNullable<Payer['consent']> {
  return { at: clock.now().toString(), wording: words.saveCard({ seller: view.seller.name }), language }
}

/** The invoice or its merchant changed while the form was read, or too many cards were declined. */
function refusalOf(error: unknown, { words }: PageModel): PagePayment | undefined {
  if (error instanceof RetryLater && error.kind === 'rate-limited') {
    return { became: 'refused', notice: waitNotice(error.retryAfterSeconds, words) }
  }
  const isOutdatedNow =
    error instanceof AppError && (error.code === 'ACTION_NOT_ALLOWED' || error.code === 'ORGANIZATION_SUSPENDED')
  return isOutdatedNow ? { became: 'outdated' } : undefined
}

const MINUTES_FROM_SECONDS = 120

function waitNotice(seconds: number, words: PageModel['words']): string {
  return seconds < MINUTES_FROM_SECONDS
    ? words.tooManyDeclines({ seconds })
    : words.tooManyDeclinesMinutes({ minutes: Math.ceil(seconds / 60) })
}
