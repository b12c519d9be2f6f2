import type { Actor } from '../../kernel/actor.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import { type Attempt, isWithPayer } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Outcome } from '../port/port.ts'
import { askAbout } from './ask-about.ts'
import { RESOLVE_ATTEMPT } from './attempt-jobs.ts'
import { finishCharge } from './finish-charge.ts'

/** The payer has returned from a challenge or from the processor's page: asks how it ended, and records it. */
export async function continueCharge(deps: PaymentDeps, actor: Actor, attempt: Attempt): Promise<Attempt> {
  if (!isWithPayer(attempt)) return attempt
  await askLaterUnlessDone(deps, attempt)
  return finishCharge(deps, actor, attempt, await askAfterReturn(deps, attempt))
}

/** With this call the processor charges. If this process dies before it records that, a job asks again. */
async function askLaterUnlessDone({ database, clock, config }: PaymentDeps, attempt: Attempt): Promise<void> {
  const { organizationId, attemptId: subject } = attempt
  const dueAt = clock.now().add({ milliseconds: 2 * config.processorCallMsMax })
  await database.transaction((tx) => schedule(tx, { organizationId, kind: RESOLVE_ATTEMPT, subject, dueAt }))
}

/** How the challenge or the processor's page ended. It may be asked any number of times. */
export async function askAfterReturn(deps: PaymentDeps, attempt: Attempt): Promise<Outcome> {
  return askAbout(deps, attempt, (processor, call, signal) =>
    attempt.isHosted ? processor.outcome(call, signal) : processor.challenge({ ...call, of: call.key }, signal),
  )
}
