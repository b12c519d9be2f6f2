import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { dueTimes } from '../../platform/queue/agenda.ts'
import type { DeliveryState } from '../deliveries/delivery.ts'
import type { MailKind } from '../mail/mail.ts'
import { DELIVER_MAIL, WAITS_FOR_RATE } from '../mail/outbox-store.ts'
import { findFirstMessages } from './first-messages-store.ts'

type LoggedMail = {
  readonly mailId: string
  readonly kind: MailKind
  readonly to: string
  /** queued: it is sent as soon as possible. waiting: for a retry, for the rate of its organization or for a mail server. */
  readonly state: 'queued' | 'waiting' | 'handedOver' | 'refused' | 'givenUp' | 'dropped'
  /** Why the last attempt failed. */
  readonly reason: string | null
  readonly attempts: number
  readonly createdAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | null
  readonly nextAttemptAt: Temporal.Instant | null
  /** Whether its text is kept. */
  readonly isKept: boolean
}

type Subject = { readonly organizationId: string; readonly subject: string; readonly limit: number }

const STATE = sql`case state when 'sent' then 'handedOver' when 'dead' then 'givenUp' when 'parked' then 'waiting'
  when 'waiting' then case when is_due and last_error is null and not ${WAITS_FOR_RATE} then 'queued' else 'waiting' end
  else state end`

/** Mails about a subject, newest first. */
async function findMails(db: Db, { organizationId, subject, limit }: Subject): Promise<readonly LoggedMail[]> {
  const { rows } = await sql<LoggedMail>`select mail_id as "mailId", kind, recipient_address as "to", ${STATE} as state,
      last_error as reason, attempts, created_at as "createdAt", ended_at as "endedAt", null as "nextAttemptAt",
      exists (select from kept_mails kept where kept.organization_id = mail_outbox.organization_id
        and kept.mail_id = mail_outbox.mail_id) as "isKept"
    from mail_outbox where organization_id = ${organizationId} and subject = ${subject}
    order by created_at desc, mail_id limit ${limit}`.execute(db)
  const waiting = rows.filter(({ state }) => state === 'waiting').map(({ mailId }) => mailId)
  const due = waiting.length === 0 ? new Map<string, never>() : await dueTimes(db, DELIVER_MAIL, waiting)
  return rows.map((mail) => ({ ...mail, nextAttemptAt: due.get(mail.mailId) ?? null }))
}

type SubjectDelivery = {
  readonly webhookId: string
  readonly deliveryId: string
  readonly eventType: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly reason: string | null
  readonly createdAt: Temporal.Instant
  readonly changedAt: Temporal.Instant
}

/** Deliveries of events about a subject to the organization's own webhooks, newest first. */
async function findDeliveries(
  db: Db,
  { organizationId, subject, limit }: Subject,
): Promise<readonly SubjectDelivery[]> {
  const { rows } = await sql<SubjectDelivery>`select delivery.webhook_id as "webhookId",
      delivery.delivery_id as "deliveryId", delivery.event_type as "eventType", delivery.state, delivery.attempts,
      delivery.reason, delivery.created_at as "createdAt", delivery.changed_at as "changedAt"
    from events join webhook_deliveries delivery
      on delivery.event_organization_id = events.organization_id and delivery.event_id = events.event_id
    where events.organization_id = ${organizationId} and events.subject = ${subject}
      and delivery.organization_id = ${organizationId}
    order by delivery.created_at desc, delivery.position desc, delivery.delivery_id limit ${limit}`.execute(db)
  return rows
}

type FailedMail = {
  readonly organizationId: string
  readonly mailId: string
  readonly subject: string
  readonly to: string
  readonly reason: string | null
  readonly failedAt: Temporal.Instant
}

type FailedMailsOf = {
  /** A query for their ids. */
  readonly organizations: RawBuilder<unknown>
  readonly limit: number
}

/** The merchant's own mails fail for reasons of its own; the customer of the invoice is not affected. */
const TO_CUSTOMER = sql`kind <> 'merchant-notification' and subject like 'invoice:%'`

/**
 * The latest refused or given up mail about each invoice, newest first, unless a later one is on its way or was handed
 * over.
 */
async function findFailedMails(db: Db, { organizations, limit }: FailedMailsOf): Promise<readonly FailedMail[]> {
  const { rows } =
    await sql<FailedMail>`select organization_id as "organizationId", mail_id as "mailId", subject, recipient_address as "to",
      last_error as reason, coalesce(ended_at, created_at) as "failedAt"
    from mail_outbox failed where organization_id in (${organizations}) and state in ('refused', 'dead') and ${TO_CUSTOMER}
      and not exists (select from mail_outbox later where later.organization_id = failed.organization_id
        and later.subject = failed.subject and ${TO_CUSTOMER} and later.state <> 'dropped'
        and (later.created_at, later.mail_id) > (failed.created_at, failed.mail_id))
    order by created_at desc, mail_id desc limit ${limit}`.execute(db)
  return rows
}

/** A webhook whose receiver refuses notifications. */
type FailingWebhook = {
  readonly webhookId: string
  readonly name: string
  readonly isSuspended: boolean
  /** Notifications that failed for good lately, or that wait for the end of the suspension; at most FAILED_MAX. */
  readonly notifications: number
}

type Failing = { readonly organizationId: string; readonly since: Temporal.Instant }

/** More are not counted. */
const FAILED_MAX = 1_000

/** The organization's own webhooks that are suspended or have failed lately, those with the most notifications first. */
async function findFailingWebhooks(db: Db, { organizationId, since }: Failing): Promise<readonly FailingWebhook[]> {
  // Each count has an index of its own.
  const counted = (condition: RawBuilder<unknown>) => sql`(select count(*)::int from (
    select from webhook_deliveries delivery where delivery.organization_id = webhooks.organization_id
      and delivery.webhook_id = webhooks.webhook_id and ${condition} limit ${FAILED_MAX}) as counted)`
  const failed = counted(sql`delivery.state = 'failed' and delivery.created_at >= ${since.toString()}`)
  const { rows } = await sql<FailingWebhook>`select * from (
      select webhook_id as "webhookId", name, status = 'SUSPENDED' as "isSuspended",
        least(${counted(sql`delivery.state = 'held'`)} + ${failed}, ${FAILED_MAX}) as notifications
      from webhooks
      where organization_id = ${organizationId} and status <> 'INACTIVE' and deleted_at is null) as failing
    where "isSuspended" or notifications > 0 order by notifications desc, name, "webhookId"`.execute(db)
  return rows
}

/** The mails and deliveries about a subject such as an invoice, and the webhooks that fail. */
export const subjectLog = { findMails, findDeliveries, findFailedMails, findFailingWebhooks, findFirstMessages }
