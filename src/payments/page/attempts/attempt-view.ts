// pure
import { receiptView } from '../../../invoicing/pure.ts'
import { moneyText } from '../../../kernel/language.ts'
import { zero } from '../../../kernel/money.ts'
import type { Attempt } from '../../model/attempt.ts'
import type { FormNotice } from '../form/form-fields.ts'
import { declineNotice } from '../html/form/form-notice.ts'
import type { PaidView } from '../html/result.ts'
import type { PageFacts, PageModel } from '../page-model.ts'
import { type RedirectStatus, redirectUrl } from './redirect-url.ts'

/** The content of an attempt's page. */
export type AttemptView =
  | { readonly shows: 'thanks' }
  | { readonly shows: 'underReview' }
  /** The form again, with the reason. */
  | { readonly shows: 'form'; readonly notice: FormNotice }
  /** The bank's own page, in a frame. */
  | { readonly shows: 'challenge'; readonly url: string }
  /** The processor's own page, where the payer enters the means of payment. */
  | { readonly shows: 'provider'; readonly url: string }
  /** The outcome is not known yet. */
  | { readonly shows: 'working' }
  /** The merchant's own page. */
  | { readonly shows: 'leaving'; readonly url: string }

export function attemptView(attempt: Attempt, { settings, invoice }: PageFacts, model: PageModel): AttemptView {
  const { paymentAccepted, paymentPending, paymentRejected } = settings.values
  const leaving = (url: string, status: RedirectStatus): AttemptView => ({
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
        ? { shows: 'form', notice: noticeOf(attempt, model) }
        : leaving(paymentRejected, 'rejected')
    case 'waiting':
    case 'lapsed':
      if (attempt.challengeUrl === undefined) return { shows: 'working' }
      return {
        shows: attempt.isHosted ? 'provider' : 'challenge',
        url: attempt.challengeUrl,
      }
    case 'started':
    case 'unknown':
    case 'pending':
      return { shows: 'working' }
  }
}

/** An excess was charged and is being given back. */
function noticeOf({ declineReason: reason = 'declined', status }: Attempt, model: PageModel): FormNotice {
  return declineNotice({ reason, isCharged: status === 'excess' }, model)
}

/** The payer's receipt for a completed payment. */
export function receiptOf(attempt: Attempt, { invoice, organization }: PageFacts, model: PageModel): PaidView {
  const { language, path } = model
  const { attemptId: paymentId, amount, facts, method, requestKey, changedAt: receivedAt } = attempt
  const { scheme, suffix } = facts?.account ?? {}
  const payment = {
    paymentId,
    receivedAt,
    receivedOn: undefined,
    method,
    scheme,
    suffix,
    amount,
    refunded: zero(amount.currency),
  }
  return {
    ...receiptView(payment, { language, timeZone: organization.timeZone }),
    rest: invoice.balance.minor === 0n ? undefined : moneyText(invoice.balance, language),
    receiptPath: `${path}/attempts/${requestKey}/receipt.pdf?lang=${language}`,
    mailedTo: mailedTo(attempt, invoice),
  }
}

/** The mail goes where the payer said, else to the customer. Once a payer is erased, nobody knows where it went. */
function mailedTo({ payer }: Attempt, { terms }: PageFacts['invoice']): string | undefined {
  const isErased = Object.keys(payer).length === 0
  return isErased ? undefined : (payer.email ?? terms.customer.email)
}
