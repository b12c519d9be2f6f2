import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { ownerIdsSql, type ReportOwners } from '../reports/report-store.ts'
import { storedTerms, type TermsRow, termsOf } from '../reports/terms/stored-terms.ts'
import type { SkippedSpan } from './schedule.ts'
import { ruleOf, type Subscription, type Timing } from './subscription.ts'

type SubscriptionRow = TermsRow & {
  readonly organization_id: string
  readonly subscription_id: string
  readonly frequency: Timing['frequency']
  readonly start_time: string
  readonly start_day: number | null
  readonly run_interval: string | null
  readonly anchor: Temporal.Instant | null
  readonly covered_until: Temporal.Instant | null
  readonly next_run_at: Temporal.Instant
  readonly paused_at: Temporal.Instant | null
  readonly skipped: readonly StoredSpan[]
  readonly created_at: Temporal.Instant
  readonly changed_at: Temporal.Instant
}

type StoredSpan = { readonly [name in keyof SkippedSpan]: string } & Pick<SkippedSpan, 'reason'>

const columns = sql.raw(
  `organization_id, subscription_id, report_name, definition_name, mime_type, terms, time_zone, frequency,
  start_time, start_day, run_interval, anchor, covered_until, next_run_at, paused_at, skipped,
  created_at, changed_at`,
)

export async function findSubscription(
  db: Db,
  organizationId: string,
  reportName: string,
): Promise<Subscription | undefined> {
  const { rows } = await sql<SubscriptionRow>`select ${columns} from report_subscriptions
    where organization_id = ${organizationId} and report_name = ${reportName}`.execute(db)
  return rows.map(subscriptionOf)[0]
}

/** Lists subscriptions of the owners, by organization and name. */
export async function listSubscriptions(
  db: Db,
  owners: ReportOwners,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly Subscription[]> {
  const { rows } = await sql<SubscriptionRow>`select ${columns} from report_subscriptions
    where organization_id in (${ownerIdsSql(owners)})
    order by organization_id, report_name limit ${limit} offset ${offset}::bigint`.execute(db)
  return rows.map(subscriptionOf)
}

/** Locks the active subscriptions that are overdue the longest; skips those that are locked by another transaction. */
export async function lockOverdue(
  tx: Tx,
  { before, limit }: { readonly before: Temporal.Instant; readonly limit: number },
): Promise<readonly Subscription[]> {
  const { rows } = await sql<SubscriptionRow>`select ${columns} from report_subscriptions
    where paused_at is null and next_run_at < ${before.toString()}
    order by next_run_at limit ${limit} for update skip locked`.execute(tx)
  return rows.map(subscriptionOf)
}

/** Finds all subscriptions of the installation, page by page, by organization and id. */
export async function findAnySubscriptions(
  db: Db,
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<readonly Subscription[]> {
  const { rows } = await sql<SubscriptionRow>`select ${columns} from report_subscriptions
    where (organization_id, subscription_id) > (${after?.organizationId ?? ''}, ${after?.subscriptionId ?? ''})
    order by organization_id, subscription_id limit ${limit}`.execute(db)
  return rows.map(subscriptionOf)
}

type Place = Pick<Subscription, 'organizationId' | 'subscriptionId'>

/** Finds a page of subscriptions that may name people, by organization and id. */
export async function findWithRecipientsOrFilters(
  db: Db,
  organizationIds: readonly string[],
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<readonly Subscription[]> {
  const { rows } = await sql<SubscriptionRow>`select ${columns} from report_subscriptions
    where organization_id = any(${[...organizationIds]}::text[])
      and (organization_id, subscription_id) > (${after?.organizationId ?? ''}, ${after?.subscriptionId ?? ''})
      and (terms -> 'deliverTo' <> '[]' or terms -> 'filters' <> '{}')
    order by organization_id, subscription_id limit ${limit}`.execute(db)
  return rows.map(subscriptionOf)
}

/** Locks the subscription until the transaction ends. */
export async function lockSubscription(
  tx: Tx,
  organizationId: string,
  by: { readonly reportName: string } | { readonly subscriptionId: string },
): Promise<Subscription | undefined> {
  const condition =
    'reportName' in by ? sql`report_name = ${by.reportName}` : sql`subscription_id = ${by.subscriptionId}`
  const { rows } = await sql<SubscriptionRow>`select ${columns} from report_subscriptions
    where organization_id = ${organizationId} and ${condition} for update`.execute(tx)
  return rows.map(subscriptionOf)[0]
}

/** Until the transaction ends, no other transaction adds a subscription of the organization. */
export async function lockSubscriptionsOf(tx: Tx, organizationId: string): Promise<void> {
  const name = JSON.stringify(['report subscriptions', organizationId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export async function countSubscriptions(db: Db, owners: ReportOwners): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from report_subscriptions where organization_id in (${ownerIdsSql(owners)})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Inserts the subscription, or updates everything that can change. */
export async function saveSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  const { terms, timing, schedule, skipped } = subscription
  const { rule } = schedule
  const anchor = rule.frequency === 'USER_DEFINED' ? rule.anchor.toString() : null
  await sql`insert into report_subscriptions (${columns})
    values (${subscription.organizationId}, ${subscription.subscriptionId}, ${terms.reportName},
      ${terms.definitionName}, ${terms.mimeType}, ${JSON.stringify(storedTerms(terms))}::jsonb,
      ${terms.timeZone}, ${timing.frequency}, ${timing.startTime}, ${timing.startDay ?? null},
      ${timing.interval ?? null}, ${anchor}, ${schedule.coveredUntil?.toString() ?? null},
      ${schedule.nextRunAt.toString()}, ${subscription.pausedAt?.toString() ?? null},
      ${JSON.stringify(skipped)}::jsonb, ${subscription.createdAt.toString()}, ${subscription.changedAt.toString()})
    on conflict (organization_id, subscription_id) do update set
      mime_type = excluded.mime_type, terms = excluded.terms, time_zone = excluded.time_zone,
      frequency = excluded.frequency, start_time = excluded.start_time,
      start_day = excluded.start_day, run_interval = excluded.run_interval,
      anchor = excluded.anchor, covered_until = excluded.covered_until,
      next_run_at = excluded.next_run_at, paused_at = excluded.paused_at,
      skipped = excluded.skipped,
      changed_at = excluded.changed_at`.execute(tx)
}

export async function deleteSubscription(tx: Tx, { organizationId, subscriptionId }: Place): Promise<void> {
  await sql`delete from report_subscriptions
    where organization_id = ${organizationId} and subscription_id = ${subscriptionId}`.execute(tx)
}

function subscriptionOf(row: SubscriptionRow): Subscription {
  const timing = {
    frequency: row.frequency,
    startTime: row.start_time,
    startDay: row.start_day ?? undefined,
    interval: row.run_interval ?? undefined,
  }
  return {
    organizationId: row.organization_id,
    subscriptionId: row.subscription_id,
    terms: termsOf(row),
    timing,
    schedule: {
      rule: ruleOf(timing, { timeZone: row.time_zone, anchor: row.anchor ?? undefined }),
      coveredUntil: row.covered_until ?? undefined,
      nextRunAt: row.next_run_at,
    },
    pausedAt: row.paused_at ?? undefined,
    skipped: row.skipped.map(({ startsAt, endsAt, reason }) => ({
      startsAt: Temporal.Instant.from(startsAt),
      endsAt: Temporal.Instant.from(endsAt),
      reason,
    })),
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
