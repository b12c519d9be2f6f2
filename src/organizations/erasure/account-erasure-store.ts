import { sql } from 'kysely'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { personSubject } from '../caller-changes/caller-subject.ts'
import { noteCallerChange } from '../caller-changes/note-caller-change.ts'

/** The account of a sought person: somebody who signs in, or has been invited to. */
export type SoughtAccount = {
  readonly personId: string
  /** The organizations of the request in which the person is a user; open invitations and disabled users count. */
  readonly inside: readonly string[]
  /** The other organizations in which the person is a user. */
  readonly outside: readonly string[]
  readonly sessions: number
  readonly links: number
}

type Sought = Pick<SoughtPerson, 'organizationIds' | 'person'>

/** The accounts with an address of the person. */
export async function findAccounts(db: Db, { organizationIds, person }: Sought): Promise<readonly SoughtAccount[]> {
  const isInside = sql`organization_id = any(${[...organizationIds]}::text[])`
  const { rows } = await sql<SoughtAccount>`select person_id as "personId",
      array(select organization_id from memberships where memberships.person_id = persons.person_id and ${isInside}
        order by organization_id) as inside,
      array(select organization_id from memberships where memberships.person_id = persons.person_id and not ${isInside}
        order by organization_id) as outside,
      (select count(*)::int from sessions where sessions.person_id = persons.person_id) as sessions,
      (select count(*)::int from sign_in_links where sign_in_links.person_id = persons.person_id) as links
    from persons where lower(email) = any(${[...person.emails]}::text[]) order by person_id`.execute(db)
  return rows
}

/** The organizations of the request that only these persons are owners of: nobody in them or above them is another one. */
export async function findOrphaned(
  db: Db,
  {
    personIds,
    organizationIds,
  }: { readonly personIds: readonly string[]; readonly organizationIds: readonly string[] },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select distinct organization_id as id
    from memberships own join organizations using (organization_id)
    where own.person_id = any(${[...personIds]}::uuid[]) and own.role = 'owner' and own.status = 'ACTIVE'
      and own.organization_id = any(${[...organizationIds]}::text[])
      and not exists (select from memberships other join persons using (person_id)
        where other.organization_id = any(organizations.path) and other.person_id <> all(${[...personIds]}::uuid[])
          and other.role = 'owner' and other.status = 'ACTIVE' and persons.status = 'ACTIVE'
          and persons.password_hash is not null)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes a person with everything that belongs to nobody else: codes, sessions, links, memberships and views. */
export async function deletePerson(tx: Tx, personId: string): Promise<void> {
  noteCallerChange(tx, personSubject({ personId }))
  await sql`delete from persons where person_id = ${personId}`.execute(tx)
}
