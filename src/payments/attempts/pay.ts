import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { ask } from '../port/ask.ts'
import type { AuthorizeCall, Capabilities, HostedSource, Source } from '../port/port.ts'
import { asking } from './carry-out.ts'
import { finishCharge } from './finish-charge.ts'
import { type NewCharge, startCharge } from './start-charge.ts'

export type PayRequest = Omit<NewCharge, 'method'> &
  Pick<AuthorizeCall, 'canReview' | 'isAuthenticated' | 'returnUrl'> & { readonly source: Source | HostedSource }

/**
 * Charges a payer: reserve and record, call the processor, record its answer. A repetition of the same request returns
 * the attempt as it is and calls nobody. The source exists in memory only. After a hosted checkout has begun, the attempt
 * waits for the payer, whom its `challengeUrl` leads to the processor's page.
 */
export async function pay(deps: PaymentDeps, actor: Actor, request: PayRequest): Promise<Attempt> {
  const { source, canReview, isAuthenticated, returnUrl, ...charge } = request
  refuseUnavailable(deps.processor.capabilities(), source)
  const { attempt, isNew } = await startCharge(deps, actor, { ...charge, method: source.method })
  if (!isNew) return attempt
  const call = callOf(attempt, { canReview, isAuthenticated, returnUrl })
  const outcome = await ask(asking(deps, attempt), (signal) =>
    'isHosted' in source
      ? deps.processor.begin({ ...call, method: source.method }, signal)
      : deps.processor.authorize({ ...call, source }, signal),
  )
  return finishCharge(deps, actor, attempt, outcome)
}

/** Refused before anything is reserved: a method that the processor does not offer, or offers on its own page only. */
function refuseUnavailable({ methods, hostedMethods }: Capabilities, source: PayRequest['source']): void {
  const isHosted = 'isHosted' in source
  if (methods.includes(source.method) && hostedMethods.includes(source.method) === isHosted) return
  throw new AppError('invalid', 'METHOD_NOT_AVAILABLE', 'This method of payment is not available.', [
    { field: 'method', reason: 'INVALID_DATA' },
  ])
}

type Terms = Pick<AuthorizeCall, 'canReview' | 'isAuthenticated' | 'returnUrl'>

function callOf(attempt: Attempt, terms: Terms): Omit<AuthorizeCall, 'source'> {
  const { attemptId, organizationId, amount, invoiceNumber, payer } = attempt
  const storesCredential = payer.consent !== undefined
  return { ...terms, key: attemptId, organizationId, amount, reference: invoiceNumber, storesCredential }
}
