import { type RawBuilder, sql } from 'kysely'
import {
  counted,
  type HeldData,
  heldTogether,
  type PersonalDataHolder,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import type { Database, Db, Tx } from '../../platform/postgres/database.ts'

/** The subject of a notification, and the address that its person had then; undefined for none. */
export type NotifiedSubject = { readonly subject: string; readonly address: string | undefined }

/** Conditions that select events, mails, messages of the sandbox inbox and refused addresses of an organization. */
type Selection = {
  readonly organizationId: string
  readonly events: RawBuilder<unknown>
  readonly mails: RawBuilder<unknown>
  readonly messages: RawBuilder<unknown>
  readonly addresses: RawBuilder<unknown>
  /** The subjects of mails whose texts name the person, also of mails to others. */
  readonly subjects: RawBuilder<unknown>
}

type Counts = {
  readonly events: number
  readonly deliveries: number
  readonly mails: number
  readonly messages: number
  readonly addresses: number
  readonly texts: number
}

/** The only names under which an event's payload may contain personal data. An erasure removes them. */
const FACTS = sql`${['emailTo', 'payerName']}::text[]`
const EVENT_ADDRESS = sql`lower(payload ->> 'emailTo')`
const MAIL_ADDRESS = sql`lower(trim(recipient_address))`
const MESSAGE_ADDRESS = sql`lower(recipient_address)`

/** Selects notifications to any of these addresses, which are in lower case. */
export function notificationsTo(organizationId: string, addresses: readonly string[]): Selection {
  const given = sql`any(${[...addresses]}::text[])`
  return {
    organizationId,
    events: sql`${EVENT_ADDRESS} = ${given}`,
    mails: sql`${MAIL_ADDRESS} = ${given}`,
    messages: sql`${MESSAGE_ADDRESS} = ${given}`,
    addresses: sql`address = ${given}`,
    subjects: sql`select subject from mail_outbox where organization_id = ${organizationId} and ${MAIL_ADDRESS} = ${given}`,
  }
}

/** Selects notifications about the subjects that went to the address given with each. */
export function notificationsAbout(organizationId: string, subjects: readonly NotifiedSubject[]): Selection {
  const given = sql`(select * from unnest(${subjects.map(({ subject }) => subject)}::text[],
    ${subjects.map(({ address }) => address ?? '')}::text[]) as given (subject, address))`
  const isGiven = (subject: RawBuilder<unknown>, address: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(${subject}, coalesce(${address}, '')) in (select subject, lower(address) from ${given} as given)`
  return {
    organizationId,
    events: isGiven(sql`subject`, EVENT_ADDRESS),
    mails: isGiven(sql`subject`, MAIL_ADDRESS),
    messages: isGiven(sql`subject_ref`, MESSAGE_ADDRESS),
    addresses: sql`address in (select lower(given.address) from ${given} as given)`,
    subjects: sql`select given.subject from ${given} as given`,
  }
}

export async function countNotifications(db: Db, selection: Selection): Promise<HeldData> {
  const { organizationId, events, mails, messages, addresses } = selection
  const { rows } = await sql<Counts>`select
    (select count(*)::int from events where organization_id = ${organizationId}
      and payload ?| ${FACTS} and ${events}) as events,
    (select count(*)::int from webhook_deliveries where (event_organization_id, event_id) in (
      select organization_id, event_id from events where organization_id = ${organizationId}
        and payload ?| ${FACTS} and ${events})) as deliveries,
    (select count(*)::int from mail_outbox where organization_id = ${organizationId}
      and ${mails}) as mails,
    (select count(*)::int from sandbox_messages where organization_id = ${organizationId}
      and ${messages}) as messages,
    (select count(*)::int from refused_addresses where organization_id = ${organizationId}
      and ${addresses}) as addresses,
    (select count(*)::int from kept_mails where ${keptTexts(selection)}) as texts`.execute(db)
  return heldOf(rows)
}

/** Removes the personal facts of events, and mails, whether they were sent or not. */
export async function eraseNotifications(db: Db | Tx, selection: Selection): Promise<HeldData> {
  const { organizationId, events, mails, messages, addresses } = selection
  const { rows } = await sql<Counts>`
    with blanked as (
      update events set payload = payload - ${FACTS} where organization_id = ${organizationId}
        and payload ?| ${FACTS} and ${events} returning organization_id, event_id
    ), emptied as (
      update webhook_deliveries as delivery set data = null,
        state = case when state in ('delivered', 'failed') then state else 'failed' end,
        reason = case when state in ('delivered', 'failed') then reason else 'Its data was erased.' end
      from blanked where delivery.event_organization_id = blanked.organization_id
        and delivery.event_id = blanked.event_id
      returning delivery.organization_id, delivery.webhook_id, delivery.delivery_id
    ), emptied_attempts as (
      update webhook_attempts as attempt set response_body = null, response_headers = null
      from emptied where attempt.organization_id = emptied.organization_id
        and attempt.webhook_id = emptied.webhook_id and attempt.delivery_id = emptied.delivery_id
    ), removed as (
      delete from mail_outbox where organization_id = ${organizationId} and ${mails} returning 1
    ), removed_messages as (
      delete from sandbox_messages where organization_id = ${organizationId} and ${messages} returning 1
    ), removed_addresses as (
      delete from refused_addresses where organization_id = ${organizationId} and ${addresses} returning 1
    ), removed_texts as (
      delete from kept_mails where ${keptTexts(selection)} returning 1
    )
    select (select count(*)::int from blanked) as events,
      (select count(*)::int from emptied) as deliveries,
      (select count(*)::int from removed) as mails,
      (select count(*)::int from removed_messages) as messages,
      (select count(*)::int from removed_addresses) as addresses,
      (select count(*)::int from removed_texts) as texts`.execute(db)
  return heldOf(rows)
}

/** A notification to the merchant names the payer, too. */
function keptTexts({ organizationId, subjects }: Selection): RawBuilder<unknown> {
  return sql`organization_id = ${organizationId} and mail_id in (select mail_id from mail_outbox
    where organization_id = ${organizationId} and subject in (${subjects}))`
}

function heldOf([found]: readonly Counts[]): HeldData {
  const counts = [
    counted('events', found?.events ?? 0),
    counted('webhook deliveries', found?.deliveries ?? 0),
    counted('mails', found?.mails ?? 0),
    counted('messages in the sandbox inbox', found?.messages ?? 0),
    counted('refused addresses', found?.addresses ?? 0),
    counted('texts of mails', found?.texts ?? 0),
  ]
  return counts.reduce(heldTogether)
}

/** Holds what the sandbox's receivers got; it is found by the mail address in it. */
export function receivedHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  const chosen = ({ organizationIds, person }: SoughtPerson) => sql`from sandbox_received
    where organization_id = any(${[...organizationIds]}::text[]) and email_to = any(${[...person.emails]}::text[])`
  const NAME = 'received test deliveries'
  return {
    name: 'webhook lab',
    find: async (sought) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count ${chosen(sought)}`.execute(db.db)
      return counted(NAME, rows[0]?.count ?? 0)
    },
    erase: async (sought) => {
      const { numAffectedRows = 0n } = await sql`delete ${chosen(sought)}`.execute(db.db)
      return counted(NAME, Number(numAffectedRows))
    },
  }
}
