import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { AuthorizeCall, Call, Capabilities, HostedSource, Source } from '../port/port.ts'
import { askAbout } from './ask-about.ts'
import { finishCharge } from './finish-charge.ts'
import { type NewCharge, startCharge } from './start-charge.ts'

export type PayRequest = Omit<NewCharge, 'method' | 'processor' | 'account' | 'isHosted'> &
  Pick<AuthorizeCall, 'canReview' | 'isAuthenticated' | 'returnUrl'> & { readonly source: Source | HostedSource }

/**
 * Charges a payer: reserve and record, call the processor, record its answer. A repetition of the same request returns
 * the attempt as it is and calls nobody. The source exists in memory only. After a hosted checkout has begun, the attempt
 * waits for the payer, whom its `challengeUrl` leads to the processor's page.
 */
export async function pay(deps: PaymentDeps, actor: Actor, request: PayRequest): Promise<Attempt> {
  const { source, canReview, isAuthenticated, returnUrl, ...charge } = request
  const { organizationId } = actor
  const { processor: chosen, account } = await deps.processors.processorOf(organizationId)
  refuseUnavailable(chosen.capabilities({ organizationId, account, currency: charge.amount.currency }), source)
  const { method } = source
  const by = { processor: chosen.name, account, method, isHosted: 'isHosted' in source }
  const { attempt, isNew } = await startCharge(deps, actor, { ...charge, ...by })
  if (!isNew) return attempt
  const terms = termsOf(attempt, { canReview, isAuthenticated, returnUrl })
  const outcome = await askAbout(deps, attempt, (processor, call, signal) =>
    'isHosted' in source
      ? processor.begin({ ...call, ...terms, method }, signal)
      : processor.authorize({ ...call, ...terms, source }, signal),
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

function termsOf({ amount, invoiceNumber, payer }: Attempt, terms: Terms): Omit<AuthorizeCall, 'source' | keyof Call> {
  return { ...terms, amount, reference: invoiceNumber, storesCredential: payer.consent !== undefined }
}
