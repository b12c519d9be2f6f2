import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import { findMerchantGroup, type Organization } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import { isSameTerms } from '../reports/new-report.ts'
import { findNamed, lockName } from '../reports/report-store.ts'
import { groupNameIn } from '../terms/read-terms.ts'
import { orderDue, type RunSettings, saveAndSchedule } from './order-due.ts'
import { readSubscription, type SubscriptionInput } from './read-subscription.ts'
import { changedSchedule, newSchedule } from './schedule.ts'
import { editedRule, isSameSchedule, resumed, ruleFrom, type Subscription } from './subscription.ts'
import { auditSubscription } from './subscription-audit.ts'
import { countSubscriptions, lockSubscription, lockSubscriptionsOf } from './subscription-store.ts'

export type PutDeps = ReportActionDeps &
  RunSettings & {
    /** Of one organization. */
    readonly subscriptionsMax: number
  }

type PutSubscription = {
  readonly organization: Pick<Organization, 'organizationId' | 'timeZone'>
  readonly body: unknown
}
type Outcome = {
  readonly outcome: 'created' | 'edited' | 'unchanged'
  readonly subscription: Subscription
}

/** Creates the subscription of a name, or makes it what is asked for. */
export async function putSubscription(
  deps: PutDeps,
  actor: Actor,
  { organization, body }: PutSubscription,
): Promise<Outcome> {
  const { organizationId } = organization
  return deps.db.transaction(async (tx) => {
    const asked = await readInput(tx, organization, body)
    const { reportName } = asked.terms
    await lockSubscriptionsOf(tx, organizationId)
    await lockName(tx, { organizationId, reportName })
    const before = await lockSubscription(tx, organizationId, { reportName })
    const now = deps.clock.now()
    if (before !== undefined && isUnchanged(before, asked)) {
      return { outcome: 'unchanged', subscription: before }
    }
    const subscription =
      before === undefined
        ? await createSubscription(tx, deps, { organizationId, asked, now })
        : await editSubscription(tx, deps, { before, asked, now })
    await saveAndSchedule(tx, subscription)
    const outcome = before === undefined ? 'created' : 'edited'
    const at = deps.machineClock.now()
    await auditSubscription(tx, actor, { at, action: `subscription.${outcome}`, subscription })
    return { outcome, subscription }
  })
}

async function readInput(
  tx: Tx,
  { organizationId, timeZone }: PutSubscription['organization'],
  body: unknown,
): Promise<SubscriptionInput> {
  const asked = groupNameIn(body)
  const group = asked === undefined ? undefined : await findMerchantGroup(tx, organizationId, asked)
  return readSubscription(body, { timeZone, groupName: group?.name })
}

function isUnchanged(before: Subscription, { terms, words }: SubscriptionInput): boolean {
  return isSameTerms(before.terms, terms) && isSameSchedule(before, words, terms.timeZone)
}

type Change = { readonly asked: SubscriptionInput; readonly now: Temporal.Instant }

async function createSubscription(
  tx: Tx,
  { subscriptionsMax }: PutDeps,
  { organizationId, asked, now }: Change & { readonly organizationId: string },
): Promise<Subscription> {
  const { terms, words } = asked
  const taken = await findNamed(tx, organizationId, terms.reportName)
  if (taken !== undefined) {
    const sentence = `is already used by the one-time report ${taken.reportId}`
    refuseContent([invalid('reportName', sentence)])
  }
  if ((await countSubscriptions(tx, organizationId)) >= subscriptionsMax) {
    const message = `The organization already has ${subscriptionsMax} report subscriptions, the maximum. Delete one first.`
    throw new AppError('invalid', 'TOO_MANY_SUBSCRIPTIONS', message)
  }
  return {
    organizationId,
    subscriptionId: newId(),
    terms,
    timing: words,
    schedule: newSchedule(ruleFrom(words, terms.timeZone, now), now),
    pausedAt: undefined,
    skipped: [],
    createdAt: now,
    changedAt: now,
  }
}

/**
 * What is due by the old rule is ordered by it first, or left out in a pause; then the new one goes on where that
 * ended.
 */
async function editSubscription(
  tx: Tx,
  { missedPeriodsMax }: PutDeps,
  { before, asked, now }: Change & { readonly before: Subscription },
): Promise<Subscription> {
  const { terms, words } = asked
  if (terms.definitionName !== before.terms.definitionName) {
    const sentence = `cannot be changed from ${before.terms.definitionName}`
    refuseContent([invalid('reportDefinitionName', sentence)])
  }
  const caughtUp =
    before.pausedAt === undefined ? await orderDue(tx, before, { now, missedPeriodsMax }) : resumed(before, now)
  const schedule = isSameSchedule(before, words, terms.timeZone)
    ? caughtUp.schedule
    : changedSchedule(caughtUp.schedule, editedRule(before, words, { timeZone: terms.timeZone, now }), now)
  return { ...caughtUp, terms, timing: words, schedule, changedAt: now }
}
