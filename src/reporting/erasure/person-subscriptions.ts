import { identifyingNames } from '../../catalogue/personal-fields.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { isPerson, type Person } from '../../kernel/person.ts'
import { counted, type HeldData, type RemainingData, type SoughtPerson } from '../../kernel/personal-data.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import type { ReportTerms } from '../reports/report.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { auditSubscription } from '../subscriptions/subscription-audit.ts'
import { findWithRecipientsOrFilters, lockSubscription, saveSubscription } from '../subscriptions/subscription-store.ts'

const PAGE_ROWS = 500
const LISTED_MAX = 20

/**
 * Calls `work` for each subscription that sends reports to the person and counts those for which it returns true.
 * Listed as remaining are subscriptions that filter records by the person, because without the filter they would report
 * on everyone, and those of organizations above.
 */
export async function visitPersonSubscriptions(
  db: Db,
  { organizationId, organizationIds, person }: SoughtPerson,
  work: (subscription: Subscription) => Promise<boolean>,
): Promise<HeldData> {
  const { path } = await getOrganization(db, organizationId)
  const above = path.filter((id) => !organizationIds.includes(id))
  const left: RemainingData[] = []
  let count = 0
  for await (const subscription of subscriptionsNaming(db, organizationIds, person)) {
    if (isMailedTo(subscription.terms, person) && (await work(subscription))) count += 1
    if (isFilteredBy(subscription.terms, person)) left.push(remaining(subscription, ASKS))
  }
  for await (const subscription of subscriptionsNaming(db, above, person)) {
    left.push(remaining(subscription, ABOVE))
  }
  return { ...counted('report subscriptions', count), remaining: limited(left) }
}

const ASKS =
  'it filters records by an email address or customer number of the person, and without the filter would report on everyone: change or delete it'
const ABOVE = 'it names the person and belongs to an organization above: erase the person there too'

async function* subscriptionsNaming(
  db: Db,
  organizationIds: readonly string[],
  person: Person,
): AsyncGenerator<Subscription, void> {
  let after: Subscription | undefined
  do {
    const page = await findWithRecipientsOrFilters(db, organizationIds, { after, limit: PAGE_ROWS })
    for (const subscription of page) {
      const { terms } = subscription
      if (isMailedTo(terms, person) || isFilteredBy(terms, person)) yield subscription
    }
    after = page[PAGE_ROWS - 1]
  } while (after !== undefined)
}

function remaining({ organizationId, terms }: Subscription, why: string): RemainingData {
  return { what: `report subscription "${terms.reportName}" (${organizationId})`, why }
}

function limited(left: readonly RemainingData[]): readonly RemainingData[] {
  const more = left.length - LISTED_MAX
  if (more <= 0) return left
  const what = more === 1 ? '1 more report subscription' : `${more} more report subscriptions`
  return [...left.slice(0, LISTED_MAX), { what, why: 'they also name the person' }]
}

type EraseRecipient = {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly person: Person
}

/** Removes the person's addresses from a subscription, which stays active; returns whether there were any. */
export async function eraseRecipient(
  { db, clock, machineClock }: ReportActionDeps,
  by: AuditActor,
  { organizationId, subscriptionId, person }: EraseRecipient,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = await lockSubscription(tx, organizationId, { subscriptionId })
    if (before === undefined || !isMailedTo(before.terms, person)) return false
    const terms = withoutRecipient(before.terms, person)
    const subscription = { ...before, terms, changedAt: clock.now() }
    await saveSubscription(tx, subscription)
    const at = machineClock.now()
    const actor = { organizationId, by }
    await auditSubscription(tx, actor, { at, action: 'subscription.erased', subscription })
    return true
  })
}

/** Names of filters by customer number. */
export const CUSTOMER_FILTERS = identifyingNames('customer')

/** Whether reports are mailed to the person. */
function isMailedTo({ deliverTo }: Pick<ReportTerms, 'deliverTo'>, person: Person): boolean {
  return deliverTo.some((email) => isPerson(person, { email }))
}

/** Whether records are filtered by an email address or customer number of the person. */
function isFilteredBy({ filters }: Pick<ReportTerms, 'filters'>, person: Person): boolean {
  return Object.entries(filters).some(([name, values]) => {
    const isNumber = CUSTOMER_FILTERS.includes(name)
    return values.some((text) => isPerson(person, { email: text, customerId: isNumber ? text : undefined }))
  })
}

function withoutRecipient(terms: ReportTerms, person: Person): ReportTerms {
  return { ...terms, deliverTo: terms.deliverTo.filter((email) => !isPerson(person, { email })) }
}
