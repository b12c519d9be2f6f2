import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { AuthorizeCall, Call, Capabilities, HostedSource, Source, StoredSource } from '../port/port.ts'
import { askAbout } from './ask-about.ts'
import { finishCharge } from './finish-charge.ts'
import { type NewCharge, startCharge } from './start-charge.ts'
import { withoutChallenge } from './without-challenge.ts'

type Terms = Pick<AuthorizeCall, 'canReview' | 'isAuthenticated' | 'returnUrl'>

export type PayRequest = Omit<NewCharge, 'method' | 'processor' | 'account' | 'isHosted' | 'tokenId'> &
  Terms & { readonly source: Source | HostedSource }

/**
 * Charges a payer: reserve and record, call the processor, record its answer. A repetition of the same request returns
 * the attempt as it is and makes no call. The source exists in memory only. After a hosted checkout has begun, the
 * attempt waits for the payer, whom its `challengeUrl` leads to the processor's page.
 */
export async function pay(deps: PaymentDeps, actor: Actor, request: PayRequest): Promise<Attempt> {
  const { source, canReview, isAuthenticated, returnUrl, ...charge } = request
  const { organizationId } = actor
  const { processor: chosen, account } = await deps.processors.processorOf(organizationId)
  const capabilities = chosen.capabilities({ organizationId, account, currency: charge.amount.currency })
  refuseUnavailable(capabilities, source)
  const { method } = source
  const by = { processor: chosen.name, account, method, isHosted: 'isHosted' in source, tokenId: undefined }
  const { attempt, isNew } = await startCharge(deps, actor, { ...charge, ...by })
  if (!isNew) return attempt
  const storesCredential = capabilities.storesCredentials && attempt.payer.consent !== undefined
  return carryOutCharge(deps, actor, attempt, { source, canReview, isAuthenticated, returnUrl, storesCredential })
}

/** Refused before anything is reserved: a method that the processor does not offer, or offers on its own page only. */
function refuseUnavailable({ methods, hostedMethods }: Capabilities, source: PayRequest['source']): void {
  const isHosted = 'isHosted' in source
  if (methods.includes(source.method) && hostedMethods.includes(source.method) === isHosted) return
  throw new AppError('invalid', 'METHOD_NOT_AVAILABLE', 'This method of payment is not available.', [
    { field: 'method', reason: 'INVALID_DATA' },
  ])
}

type Charging = Omit<AuthorizeCall, 'source' | 'amount' | 'reference' | keyof Call> & {
  readonly source: Source | HostedSource | StoredSource
}

/** Calls the processor about a charge that was recorded just now, and records its answer. */
export async function carryOutCharge(
  deps: PaymentDeps,
  actor: Actor,
  attempt: Attempt,
  { source, ...charging }: Charging,
): Promise<Attempt> {
  const { amount, invoiceNumber: reference } = attempt
  const outcome = await askAbout(deps, attempt, (processor, call, signal) => {
    const terms = { ...call, ...charging, amount, reference }
    return 'isHosted' in source
      ? processor.begin({ ...terms, method: source.method }, signal)
      : processor.authorize({ ...terms, source }, signal)
  })
  return finishCharge(deps, actor, attempt, await withoutChallenge(deps, attempt, outcome))
}
