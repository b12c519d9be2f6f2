import type { Actor } from '../../kernel/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { ask } from '../processors/ask.ts'
import type { AuthorizeCall, Source } from '../processors/port.ts'
import { asking } from './carry-out.ts'
import { finishCharge } from './finish-charge.ts'
import { type NewCharge, startCharge } from './start-charge.ts'

export type PayRequest = Omit<NewCharge, 'method'> &
  Pick<AuthorizeCall, 'source' | 'canReview' | 'isAuthenticated' | 'returnUrl'>

/**
 * Charges a payer: reserve and record, call the processor, record its answer. A repetition of the same request returns
 * the attempt as it is and calls nobody. The source exists in memory only.
 */
export async function pay(deps: PaymentDeps, actor: Actor, request: PayRequest): Promise<Attempt> {
  const { source, canReview, isAuthenticated, returnUrl, ...charge } = request
  const { attempt, isNew } = await startCharge(deps, actor, { ...charge, method: source.method })
  if (!isNew) return attempt
  const call = authorizeCall(attempt, { source, canReview, isAuthenticated, returnUrl })
  const outcome = await ask(asking(deps, attempt), (signal) => deps.processor.authorize(call, signal))
  return finishCharge(deps, actor, attempt, outcome)
}

type Terms = Pick<AuthorizeCall, 'canReview' | 'isAuthenticated' | 'returnUrl'> & { readonly source: Source }

function authorizeCall(attempt: Attempt, terms: Terms): AuthorizeCall {
  const { attemptId, organizationId, amount, invoiceNumber, payer } = attempt
  const storesCredential = payer.consent !== undefined
  return { ...terms, key: attemptId, organizationId, amount, reference: invoiceNumber, storesCredential }
}
