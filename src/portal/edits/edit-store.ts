import { type RawBuilder, sql } from 'kysely'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { EDITS_MAX, type Edit } from './edit.ts'

type Owner = Pick<Edit, 'organizationId' | 'personId'>
type Place = Owner & Pick<Edit, 'about'>
type Since = { readonly since: Temporal.Instant }

/** Old edits are deleted a few at a time, whenever one is kept. */
const DELETED_MAX = 100

export async function findEdit(db: Db, place: Place, { since }: Since): Promise<Edit | undefined> {
  const { rows } = await sql<Place & { text: string; keptAt: string }>`select organization_id as "organizationId",
      person_id as "personId", about, content as text, kept_at as "keptAt"
    from kept_edits where organization_id = ${place.organizationId} and person_id = ${place.personId}
      and about = ${place.about} and kept_at > ${since.toString()}`.execute(db)
  const [row] = rows
  return row && { ...row, keptAt: instantOf(row.keptAt) }
}

function instantOf(value: unknown): Temporal.Instant {
  return value instanceof Date
    ? Temporal.Instant.fromEpochMilliseconds(value.getTime())
    : Temporal.Instant.from(String(value))
}

export async function saveEdit(tx: Tx, { organizationId, personId, about, text, keptAt }: Edit): Promise<void> {
  await sql`insert into kept_edits (organization_id, person_id, about, content, kept_at)
    values (${organizationId}, ${personId}, ${about}, ${text}, ${keptAt.toString()})
    on conflict (organization_id, person_id, about)
      do update set content = excluded.content, kept_at = excluded.kept_at`.execute(tx)
}

export async function deleteEdit(db: Db, { organizationId, personId, about }: Place): Promise<void> {
  await sql`delete from kept_edits
    where organization_id = ${organizationId} and person_id = ${personId} and about = ${about}`.execute(db)
}

/** Deletes the person's oldest edits beyond the bound, and some of those that anybody kept too long ago. */
export async function deleteSurplusEdits(tx: Tx, { organizationId, personId }: Owner, { since }: Since): Promise<void> {
  await sql`delete from kept_edits where organization_id = ${organizationId} and person_id = ${personId}
    and about in (select about from kept_edits where organization_id = ${organizationId} and person_id = ${personId}
      order by kept_at desc, about offset ${EDITS_MAX})`.execute(tx)
  await sql`delete from kept_edits where (organization_id, person_id, about) in
    (select organization_id, person_id, about from kept_edits where kept_at <= ${since.toString()}
      order by kept_at limit ${DELETED_MAX} for update skip locked)`.execute(tx)
}

/** A person, with the ids of the people who type under the same addresses. */
type SoughtWriter = SoughtPerson & { readonly writerIds: readonly string[] }

export async function countEditsAbout(db: Db, sought: SoughtWriter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${aboutPerson(sought)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns how many. */
export async function deleteEditsAbout(db: Db, sought: SoughtWriter): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete ${aboutPerson(sought)}`.execute(db)
  return Number(numAffectedRows)
}

/** By writer and by address: other words of a person may be anything. */
function aboutPerson({ organizationIds, person, writerIds }: SoughtWriter): RawBuilder<unknown> {
  return sql`from kept_edits where organization_id = any(${[...organizationIds]}::text[])
    and (person_id = any(${[...writerIds]}::uuid[])
      or exists (select from unnest(${[...person.emails]}::text[]) as word
        where strpos(lower(content), lower(word)) > 0))`
}
