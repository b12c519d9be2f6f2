import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/postgres/database.ts'
import { PERSONAL_FACTS } from './personal-facts.ts'

export type Told = { readonly events: number; readonly mails: number }

/** Something that was told of, and the address that its person has; undefined where they have none. */
export type ToldSubject = { readonly subject: string; readonly address: string | undefined }

type Chosen = {
  readonly organizationId: string
  /** Which events, and which mails, of the organization. */
  readonly events: RawBuilder<unknown>
  readonly mails: RawBuilder<unknown>
}

const FACTS = sql`${[...PERSONAL_FACTS]}::text[]`
const EVENT_ADDRESS = sql`lower(payload ->> 'emailTo')`
const MAIL_ADDRESS = sql`lower(trim(recipient_address))`

/** What was told to any of these addresses; given in lower case. */
export function toldTo(organizationId: string, addresses: readonly string[]): Chosen {
  const given = sql`any(${[...addresses]}::text[])`
  return {
    organizationId,
    events: sql`${EVENT_ADDRESS} = ${given}`,
    mails: sql`${MAIL_ADDRESS} = ${given}`,
  }
}

/** What was told of the subjects while each had the address that is given with it. */
export function toldOf(organizationId: string, subjects: readonly ToldSubject[]): Chosen {
  const given = sql`(select * from unnest(${subjects.map(({ subject }) => subject)}::text[],
    ${subjects.map(({ address }) => address ?? '')}::text[]) as told (subject, address))`
  const isGiven = (address: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(subject, coalesce(${address}, '')) in (select subject, lower(address) from ${given} as told)`
  return { organizationId, events: isGiven(EVENT_ADDRESS), mails: isGiven(MAIL_ADDRESS) }
}

export async function countTold(db: Db, { organizationId, events, mails }: Chosen): Promise<Told> {
  const { rows } = await sql<Told>`select
    (select count(*)::int from events where organization_id = ${organizationId}
      and payload ?| ${FACTS} and ${events}) as events,
    (select count(*)::int from mail_outbox where organization_id = ${organizationId}
      and ${mails}) as mails`.execute(db)
  return rows[0] ?? { events: 0, mails: 0 }
}

/** Events stay and no longer say who it was; mails that nobody has got yet are not sent. */
export async function eraseTold(db: Db | Tx, { organizationId, events, mails }: Chosen): Promise<Told> {
  const { rows } = await sql<Told>`
    with blanked as (
      update events set payload = payload - ${FACTS} where organization_id = ${organizationId}
        and payload ?| ${FACTS} and ${events} returning 1
    ), removed as (
      delete from mail_outbox where organization_id = ${organizationId} and ${mails} returning 1
    )
    select (select count(*)::int from blanked) as events,
      (select count(*)::int from removed) as mails`.execute(db)
  return rows[0] ?? { events: 0, mails: 0 }
}
