import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import { isSameTerms } from '../reports/new-report.ts'
import { findNamed, lockName } from '../reports/report-store.ts'
import type { OrderWarning } from '../reports/terms/order-warnings.ts'
import { loadTermsContext } from '../reports/terms/read-terms.ts'
import { readSubscription, type SubscriptionInput } from './read-subscription.ts'
import { orderDue, type RunSettings, saveAndSchedule } from './run-subscription.ts'
import { newSchedule } from './schedule.ts'
import { editedSchedule, isSameSchedule, resumed, ruleFrom, type Subscription } from './subscription.ts'
import { auditSubscription } from './subscription-audit.ts'
import { countSubscriptions, lockSubscription, lockSubscriptionsOf } from './subscription-store.ts'

export type PutDeps = ReportActionDeps &
  RunSettings & {
    /** Maximum number of subscriptions per organization. */
    readonly subscriptionsMax: number
  }

type PutSubscription = {
  readonly organization: Pick<Organization, 'organizationId' | 'timeZone'>
  readonly body: unknown
  /** Reads the body; that of an ordinary subscription unless it is given. */
  readonly read?: typeof readSubscription
}
type Outcome = {
  readonly outcome: 'created' | 'edited' | 'unchanged'
  readonly subscription: Subscription
  readonly warnings: readonly OrderWarning[]
}

/** Creates the subscription, or edits the one that has its name. */
export async function putSubscription(
  deps: PutDeps,
  actor: Actor,
  { organization, body, read = readSubscription }: PutSubscription,
): Promise<Outcome> {
  const { organizationId } = organization
  return deps.db.transaction(async (tx) => {
    const asked = read(body, await loadTermsContext(tx, organization, body))
    const { warnings, terms } = asked
    const { reportName } = terms
    await lockSubscriptionsOf(tx, organizationId)
    await lockName(tx, { organizationId, reportName })
    const before = await lockSubscription(tx, organizationId, { reportName })
    const input = before === undefined ? asked : withRecipients(asked, before)
    const now = deps.clock.now()
    if (before !== undefined && isUnchanged(before, input)) {
      return { outcome: 'unchanged', subscription: before, warnings }
    }
    const put =
      before === undefined
        ? await createSubscription(tx, deps, { organizationId, input, now })
        : await editSubscription(tx, deps, { before, input, now })
    const subscription = pausedAs(put, input, now)
    await saveAndSchedule(tx, subscription)
    const outcome = before === undefined ? 'created' : 'edited'
    const at = deps.machineClock.now()
    for (const action of actionsOf(outcome, put, subscription)) {
      await auditSubscription(tx, actor, { at, action: `subscription.${action}`, subscription })
    }
    return { outcome, subscription, warnings }
  })
}

/** A client that does not know the recipients sends a subscription back without them: they stay. */
function withRecipients(asked: SubscriptionInput, { terms: { deliverTo } }: Subscription): SubscriptionInput {
  return asked.namesRecipients ? asked : { ...asked, terms: { ...asked.terms, deliverTo } }
}

function isUnchanged(before: Subscription, input: SubscriptionInput): boolean {
  const { terms, timing } = input
  return isSameTerms(before.terms, terms) && isSameSchedule(before, timing, terms.timeZone) && isPausedAs(before, input)
}

/** The subscription, paused or resumed if the request says so. */
function pausedAs(subscription: Subscription, input: SubscriptionInput, now: Temporal.Instant): Subscription {
  if (isPausedAs(subscription, input)) return subscription
  return { ...subscription, pausedAt: input.isPaused === true ? now : undefined }
}

type Audited = 'created' | 'edited' | 'resumed' | 'paused'

function actionsOf(outcome: Audited, put: Subscription, { pausedAt }: Subscription): readonly Audited[] {
  if (put.pausedAt === pausedAt) return [outcome]
  return [outcome, pausedAt === undefined ? 'resumed' : 'paused']
}

function isPausedAs({ pausedAt }: Subscription, { isPaused }: SubscriptionInput): boolean {
  return isPaused === undefined || (pausedAt !== undefined) === isPaused
}

type Change = { readonly input: SubscriptionInput; readonly now: Temporal.Instant }

async function createSubscription(
  tx: Tx,
  { subscriptionsMax }: PutDeps,
  { organizationId, input, now }: Change & { readonly organizationId: string },
): Promise<Subscription> {
  const { terms, timing } = input
  const taken = await findNamed(tx, organizationId, terms.reportName)
  if (taken !== undefined) {
    const sentence = `is already used by the one-time report ${taken.reportId}`
    refuseContent([invalid('reportName', sentence)])
  }
  if ((await countSubscriptions(tx, { organizationId, includesBelow: false })) >= subscriptionsMax) {
    const message = `The organization already has ${subscriptionsMax} report subscriptions, the maximum. Delete one first.`
    throw new AppError('invalid', 'TOO_MANY_SUBSCRIPTIONS', message)
  }
  return {
    organizationId,
    subscriptionId: newId(),
    terms,
    timing,
    schedule: newSchedule(ruleFrom(timing, terms.timeZone, now), now),
    pausedAt: undefined,
    skipped: [],
    createdAt: now,
    changedAt: now,
  }
}

/**
 * Orders periods due under the old rule first (or skips them during a pause). The new rule continues where
 * the old one ended.
 */
async function editSubscription(
  tx: Tx,
  { missedPeriodsMax }: PutDeps,
  { before, input, now }: Change & { readonly before: Subscription },
): Promise<Subscription> {
  const { terms, timing } = input
  if (terms.definitionName !== before.terms.definitionName) {
    const sentence = `cannot be changed from ${before.terms.definitionName}`
    refuseContent([invalid('reportDefinitionName', sentence)])
  }
  const caughtUp =
    before.pausedAt === undefined ? await orderDue(tx, before, { now, missedPeriodsMax }) : resumed(before, now)
  const schedule = editedSchedule(caughtUp, timing, { timeZone: terms.timeZone, now })
  return { ...caughtUp, terms, timing, schedule, changedAt: now }
}
