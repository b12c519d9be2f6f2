import { type RawBuilder, sql } from 'kysely'
import { counted, type HeldData, heldTogether } from '../kernel/personal-data.ts'
import type { Db, Tx } from '../platform/postgres/database.ts'
import { PERSONAL_FACTS } from './personal-facts.ts'

/** What a notification is about, and the address that its person had then; undefined for none. */
export type NotifiedSubject = { readonly subject: string; readonly address: string | undefined }

/** Conditions that select events and mails of an organization. */
type Selection = {
  readonly organizationId: string
  readonly events: RawBuilder<unknown>
  readonly mails: RawBuilder<unknown>
}

type Counts = { readonly events: number; readonly mails: number }

const FACTS = sql`${[...PERSONAL_FACTS]}::text[]`
const EVENT_ADDRESS = sql`lower(payload ->> 'emailTo')`
const MAIL_ADDRESS = sql`lower(trim(recipient_address))`

/** Selects notifications to any of these addresses, which are in lower case. */
export function notificationsTo(organizationId: string, addresses: readonly string[]): Selection {
  const given = sql`any(${[...addresses]}::text[])`
  return {
    organizationId,
    events: sql`${EVENT_ADDRESS} = ${given}`,
    mails: sql`${MAIL_ADDRESS} = ${given}`,
  }
}

/** Selects notifications about the subjects that went to the address given with each. */
export function notificationsAbout(organizationId: string, subjects: readonly NotifiedSubject[]): Selection {
  const given = sql`(select * from unnest(${subjects.map(({ subject }) => subject)}::text[],
    ${subjects.map(({ address }) => address ?? '')}::text[]) as given (subject, address))`
  const isGiven = (address: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(subject, coalesce(${address}, '')) in (select subject, lower(address) from ${given} as given)`
  return { organizationId, events: isGiven(EVENT_ADDRESS), mails: isGiven(MAIL_ADDRESS) }
}

export async function countNotifications(db: Db, { organizationId, events, mails }: Selection): Promise<HeldData> {
  const { rows } = await sql<Counts>`select
    (select count(*)::int from events where organization_id = ${organizationId}
      and payload ?| ${FACTS} and ${events}) as events,
    (select count(*)::int from mail_outbox where organization_id = ${organizationId}
      and ${mails}) as mails`.execute(db)
  return heldOf(rows)
}

/** Removes the personal facts of events, and mails that were not sent yet. */
export async function eraseNotifications(db: Db | Tx, { organizationId, events, mails }: Selection): Promise<HeldData> {
  const { rows } = await sql<Counts>`
    with blanked as (
      update events set payload = payload - ${FACTS} where organization_id = ${organizationId}
        and payload ?| ${FACTS} and ${events} returning 1
    ), removed as (
      delete from mail_outbox where organization_id = ${organizationId} and ${mails} returning 1
    )
    select (select count(*)::int from blanked) as events,
      (select count(*)::int from removed) as mails`.execute(db)
  return heldOf(rows)
}

function heldOf([{ events, mails } = { events: 0, mails: 0 }]: readonly Counts[]): HeldData {
  return heldTogether(counted('events', events), counted('mails on their way', mails))
}
