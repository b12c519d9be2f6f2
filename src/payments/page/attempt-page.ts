// pure
import { INVOICE_WORDS } from '../../invoicing/pure.ts'
import { dateText, moneyText } from '../../kernel/language.ts'
import type { Attempt } from '../model/attempt.ts'
import type { ReceiptView } from './html/result.ts'
import type { PageFacts } from './model-of.ts'
import type { PageModel } from './page-model.ts'
import { type RedirectStatus, redirectUrl } from './redirect-url.ts'

/** What the page of an attempt shows. */
export type AttemptPage =
  | { readonly shows: 'thanks' }
  | { readonly shows: 'underReview' }
  /** The form again, with the reason. */
  | { readonly shows: 'form'; readonly notice: string }
  /** The bank's or the processor's own page. */
  | { readonly shows: 'challenge'; readonly url: string }
  /** The outcome is not known yet. */
  | { readonly shows: 'working' }
  /** The merchant's own page. */
  | { readonly shows: 'leaving'; readonly url: string }

export function attemptPage(attempt: Attempt, { settings, invoice }: PageFacts, model: PageModel): AttemptPage {
  const { paymentAccepted, paymentPending, paymentRejected } = settings.values
  const leaving = (url: string, status: RedirectStatus): AttemptPage => ({
    shows: 'leaving',
    url: redirectUrl(url, { status, invoiceNumber: invoice.invoiceNumber }),
  })
  switch (attempt.status) {
    case 'approved':
      return paymentAccepted === undefined ? { shows: 'thanks' } : leaving(paymentAccepted, 'accepted')
    case 'review':
      return paymentPending === undefined ? { shows: 'underReview' } : leaving(paymentPending, 'pending')
    case 'declined':
    case 'rejected':
    case 'excess':
      return paymentRejected === undefined
        ? { shows: 'form', notice: declineNotice(attempt, model) }
        : leaving(paymentRejected, 'rejected')
    case 'waiting':
    case 'lapsed':
      return attempt.challengeUrl === undefined
        ? { shows: 'working' }
        : { shows: 'challenge', url: attempt.challengeUrl }
    case 'started':
    case 'unknown':
    case 'pending':
      return { shows: 'working' }
  }
}

function declineNotice({ declineReason }: Attempt, { words }: PageModel): string {
  return words.declines[declineReason ?? 'declined']
}

/** What the payer keeps of a payment that was made. */
export function receiptOf(attempt: Attempt, { invoice, organization }: PageFacts, model: PageModel): ReceiptView {
  const { language, path } = model
  const { amount, facts, method, requestKey } = attempt
  const paidOn = attempt.changedAt.toZonedDateTimeISO(organization.timeZone).toPlainDate()
  const suffix = facts?.account.suffix
  const name = facts?.account.scheme ?? INVOICE_WORDS[language][method]
  const isPaid = invoice.balance.minor === 0n
  return {
    amount: moneyText(amount, language),
    date: dateText(paidOn, language),
    method: suffix === undefined ? name : `${name} •••• ${suffix}`,
    transactionId: attempt.attemptId,
    rest: isPaid ? undefined : moneyText(invoice.balance, language),
    receiptPath: `${path}/attempts/${requestKey}/receipt.pdf?lang=${language}`,
  }
}
