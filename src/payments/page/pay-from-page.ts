import { AppError } from '../../kernel/errors.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { pay } from '../attempts/pay.ts'
import { challengePayer, type PayerChallenge } from '../card-testing/challenge-payer.ts'
import type { Puzzle } from '../card-testing/puzzle.ts'
import type { Attempt, Payer } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Method, Source } from '../port/port.ts'
import type { FormValues } from './form/form-fields.ts'
import { type FormProblem, wrong } from './form/form-problem.ts'
import { isOutdated } from './form/read-amount.ts'
import { type PayerRequest, readForm } from './form/read-form.ts'
import type { LoadedPage } from './load-page.ts'
import type { FormTerms, PageModel } from './page-model.ts'
import type { PageDeps } from './visit.ts'

export type PageForm = {
  readonly page: LoadedPage
  readonly model: PageModel
  readonly terms: FormTerms
  readonly attemptKey: string
  readonly values: FormValues
  readonly walletToken: string | undefined
  /** The answer to a puzzle. */
  readonly work: string | undefined
  /** Where the payer comes back to after a challenge. */
  readonly returnUrl: string
  /** The payer's network address. */
  readonly address: string
}

export type PagePayment =
  | { readonly became: 'attempt'; readonly attempt: Attempt }
  | { readonly became: 'problems'; readonly problems: readonly FormProblem[] }
  /** The payer confirms in the wallet first. */
  | { readonly became: 'sheet'; readonly request: PayerRequest }
  /** The payer has to wait. */
  | { readonly became: 'refused'; readonly notice: string; readonly retryAfterSeconds: number }
  /** The merchant is under attack: the payer solves the puzzle or waits, and sends the same form again. */
  | { readonly became: 'challenged'; readonly puzzle: Puzzle }
  /** The page that the payer saw is outdated. */
  | { readonly became: 'outdated' }

type ChallengeCount = Pick<PageDeps, 'countChallenge'>

/** Makes the payment of a form. Nothing is charged unless the whole form is valid. */
export async function payFromPage(deps: PaymentDeps & ChallengeCount, form: PageForm): Promise<PagePayment> {
  const { page, model, terms, values } = form
  if (isOutdated(values, terms)) return { became: 'outdated' }
  const today = deps.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const read = readForm(values, { terms, today })
  if ('problems' in read) return { became: 'problems', problems: read.problems }
  const request = read.value
  const challenge = await challengeOf(deps, form, request)
  if (challenge.by === 'work' && challenge.puzzle !== undefined) {
    return { became: 'challenged', puzzle: challenge.puzzle }
  }
  const source = request.source ?? walletSource(request.method, form.walletToken)
  if (source === undefined) return { became: 'sheet', request }
  try {
    return { became: 'attempt', attempt: await charge(deps, form, { request, source, challenge }) }
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

/** A repetition of the form is not challenged: its attempt was found before. */
async function challengeOf(
  deps: PaymentDeps & ChallengeCount,
  { page, terms, attemptKey, work, address }: PageForm,
  { method }: PayerRequest,
): Promise<PayerChallenge> {
  const { token, isAttacked } = page
  const { authenticatedMethods } = terms
  const place = { token, attemptKey, address }
  const challenge = await challengePayer(deps, { ...place, isAttacked, method, authenticatedMethods, work })
  const isAsked = challenge.by === 'authentication' || (challenge.by === 'work' && challenge.puzzle !== undefined)
  if (isAsked) deps.countChallenge(challenge.by)
  return challenge
}

/** A wallet gives its token once the payer has confirmed. */
function walletSource(method: Method, walletToken: string | undefined): Source | undefined {
  if (walletToken === undefined || method === 'card' || method === 'bankDebit' || method === 'hosted') return undefined
  return { method, walletToken }
}

type Charge = {
  readonly request: PayerRequest
  readonly source: NonNullable<PayerRequest['source']>
  readonly challenge: PayerChallenge
}

/**
 * Whether the payer is authenticated follows from the merchant's settings and from an attack on it, whether the payment may
 * be held for review from its fraud management: no one else decides it.
 */
async function charge(deps: PaymentDeps, form: PageForm, { request, source, challenge }: Charge): Promise<Attempt> {
  const { page, terms, attemptKey: requestKey, returnUrl, address } = form
  const { organizationId, invoiceNumber } = page.invoice
  const consent = request.wantsCardSaved ? consentOf(deps, form) : undefined
  const actor = { organizationId, by: { kind: 'payer' } } as const
  return pay(deps, actor, {
    ...{ invoiceNumber, requestKey, amount: request.amount, source, returnUrl, address },
    payer: { ...request.payer, consent },
    canReview: page.organization.hasFraudManagement,
    isAuthenticated: terms.questions.isAuthenticated || challenge.by === 'authentication',
  })
}

/** The evidence that the payer agreed: when, to which words, for whom; `startCharge` adds the address. */
function consentOf({ clock }: PaymentDeps, { page, model }: PageForm): NonNullable<Payer['consent']> {
  const { words, view, language } = model
  const { email, merchantCustomerId } = page.invoice.terms.customer
  const wording = words.saveCard({ seller: view.seller.name })
  return { at: clock.now().toString(), wording, language, customer: { email, merchantCustomerId } }
}

/** The invoice, its merchant or the processor changed while the form was read, or too many cards were declined. */
function refusalOf(error: unknown, { words }: PageModel): PagePayment | undefined {
  if (error instanceof RetryLater && error.kind === 'rate-limited') {
    return { became: 'refused', notice: waitNotice(error, words), retryAfterSeconds: error.retryAfterSeconds }
  }
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'METHOD_NOT_AVAILABLE') return { became: 'problems', ...wrong('method', { code: 'choice' }) }
  return code === 'ACTION_NOT_ALLOWED' || code === 'ORGANIZATION_SUSPENDED' ? { became: 'outdated' } : undefined
}

const MINUTES_FROM_SECONDS = 120

function waitNotice({ code, retryAfterSeconds: seconds }: RetryLater, words: PageModel['words']): string {
  if (code === 'TOO_MANY_ATTEMPTS') return words.tooManyAtOnce({ seconds })
  return seconds < MINUTES_FROM_SECONDS
    ? words.tooManyDeclines({ seconds })
    : words.tooManyDeclinesMinutes({ minutes: Math.ceil(seconds / 60) })
}
