import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import { type Attempt, answered, isOpen } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Outcome } from '../port/port.ts'
import { askAbout } from './ask-about.ts'
import { nextLookupAt, RESOLVE_ATTEMPT } from './attempt-jobs.ts'
import { attemptUpdate, lockAttempt } from './attempt-store.ts'
import { followUpAudit } from './payment-audit.ts'

type FollowUpKind = Exclude<Attempt['kind'], 'charge'>

type EffectContext = {
  readonly tx: Tx
  readonly deps: PaymentDeps
  readonly actor: Actor
  readonly at: Temporal.Instant
}
/** The effects of a decided capture, reversal or refund, in the transaction that records it. */
export type FollowUpEffect = (context: EffectContext, attempt: Attempt) => Promise<readonly Write[]>
export type FollowUpEffects = Readonly<Record<FollowUpKind, FollowUpEffect>>

/**
 * Captures, reverses or refunds a charge, and records the outcome. It may be repeated: the processor carries out each
 * key once and repeats its answer.
 */
export async function carryOut(
  deps: PaymentDeps,
  effects: FollowUpEffects,
  actor: Actor,
  attempt: Attempt,
): Promise<Attempt> {
  const { kind, paymentId, amount } = attempt
  assert(kind !== 'charge', 'A charge is started by a payer.')
  const outcome = await askAbout(deps, attempt, (processor, call, signal) =>
    processor[kind]({ ...call, of: paymentId, amount }, signal),
  )
  return deps.database.transaction((tx) => finishFollowUpWithin(tx, deps, effects[kind], { actor, attempt, outcome }))
}

type Answer = { readonly actor: Actor; readonly attempt: Attempt; readonly outcome: Outcome }

/** Records the outcome in the caller's transaction; an attempt that is decided already stays as it is. */
export async function finishFollowUpWithin(
  tx: Tx,
  deps: PaymentDeps,
  effect: FollowUpEffect,
  { actor, attempt: asked, outcome }: Answer,
): Promise<Attempt> {
  const before = await lockAttempt(tx, asked)
  assert(before !== undefined, 'An attempt that was started exists.')
  if (!isOpen(before)) return before
  const at = deps.clock.now()
  const attempt = answered(before, outcome, { at })
  if (isOpen(attempt)) await askAgain(tx, attempt, at)
  const writes = isOpen(attempt) ? [] : await effect({ tx, deps, actor, at }, attempt)
  await writeTogether(tx, [attemptUpdate(attempt), ...writes, ...followUpAudit(deps, actor.by, attempt)])
  return attempt
}

async function askAgain(
  tx: Tx,
  { organizationId, attemptId, createdAt }: Attempt,
  at: Temporal.Instant,
): Promise<void> {
  const dueAt = nextLookupAt(createdAt, at)
  await schedule(tx, { organizationId, kind: RESOLVE_ATTEMPT, subject: attemptId, dueAt })
}
