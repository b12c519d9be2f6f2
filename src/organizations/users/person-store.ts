import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../kernel/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { personSubject } from '../caller-changes/caller-subject.ts'
import { noteCallerChange } from '../caller-changes/note-caller-change.ts'
import { refuseDuplicate } from '../tree/organization-store.ts'
import type { Person, PersonStatus, Theme } from './person.ts'

type PersonRow = {
  readonly person_id: string
  readonly email: string
  readonly name: string
  readonly language: string | null
  readonly theme: Theme | null
  readonly has_password: boolean
  readonly has_codes: boolean
  readonly person_status: PersonStatus
  readonly person_created_at: Temporal.Instant
  readonly person_updated_at: Temporal.Instant
}

/** For a statement that reads the persons of its rows too. */
export type JoinedPerson = PersonRow

export const joinedPersonColumns = sql`persons.person_id, persons.email, persons.name, persons.language, persons.theme,
  persons.password_hash is not null as has_password, persons.codes_confirmed_at is not null as has_codes,
  persons.status as person_status, persons.created_at as person_created_at, persons.updated_at as person_updated_at`

export function joinedPersonOf(row: JoinedPerson): Person {
  return {
    personId: row.person_id,
    email: row.email,
    name: row.name,
    language: row.language ?? undefined,
    theme: row.theme ?? undefined,
    status: row.person_status,
    hasPassword: row.has_password,
    hasCodes: row.has_codes,
    createdAt: row.person_created_at,
    updatedAt: row.person_updated_at,
  }
}

async function findWhere(db: Db, condition: RawBuilder<unknown>): Promise<Person | undefined> {
  const { rows } = await sql<PersonRow>`select ${joinedPersonColumns} from persons where ${condition}`.execute(db)
  return rows[0] === undefined ? undefined : joinedPersonOf(rows[0])
}

export async function findPersonById(db: Db, personId: string): Promise<Person | undefined> {
  return findWhere(db, sql`person_id = ${personId}`)
}

/** Without regard to case. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  return findWhere(db, sql`lower(email) = lower(${email})`)
}

/** The person, locked until the transaction ends; refuses one that does not exist. */
export async function lockPerson(tx: Tx, personId: string): Promise<Person> {
  const person = await findWhere(tx, sql`person_id = ${personId} for update`)
  if (person === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The person does not exist.')
  return person
}

/** Inserts a person who has neither password nor codes yet. */
export async function insertPerson(tx: Tx, person: Person): Promise<void> {
  await refuseDuplicate(
    sql`insert into persons (person_id, email, name, language, theme, status, created_at, updated_at)
      values (${person.personId}, ${person.email}, ${person.name}, ${person.language ?? null}, ${person.theme ?? null},
        ${person.status}, ${person.createdAt.toString()}, ${person.updatedAt.toString()})`.execute(tx),
    'A person with this email address already exists.',
    { field: 'email', reason: 'is taken' },
  )
}

/** Saves everything but the address, the password and the codes. */
export async function savePerson(tx: Tx, person: Person): Promise<void> {
  noteCallerChange(tx, personSubject(person))
  await sql`update persons set name = ${person.name}, language = ${person.language ?? null},
      theme = ${person.theme ?? null}, status = ${person.status}, updated_at = ${person.updatedAt.toString()}
    where person_id = ${person.personId}`.execute(tx)
}

/** The addresses of persons, by their ids. */
export async function findEmails(db: Db, personIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Pick<PersonRow, 'person_id' | 'email'>>`
    select person_id, email from persons where person_id = any(${[...new Set(personIds)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ person_id, email }) => [person_id, email]))
}

export async function findNames(db: Db, personIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Pick<PersonRow, 'person_id' | 'name'>>`
    select person_id, name from persons where person_id = any(${[...new Set(personIds)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ person_id, name }) => [person_id, name]))
}

const FOUND_MAX = 100

/** The people of an organization, or of one above it, whose address or name contains a word in lower case. */
export async function findPersonIdsByWord(
  db: Db,
  { organizationId, word }: { readonly organizationId: string; readonly word: string },
): Promise<readonly string[]> {
  const { rows } = await sql<Pick<PersonRow, 'person_id'>>`
    select distinct person_id from persons join memberships using (person_id)
    where strpos(lower(email || ' ' || name), ${word}) > 0 and memberships.organization_id in
      (select unnest(path) from organizations where organization_id = ${organizationId})
    limit ${FOUND_MAX}`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

/** The people with one of the addresses, which are in lower case. */
export async function findPersonIds(db: Db, emails: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<Pick<PersonRow, 'person_id'>>`
    select person_id from persons where lower(email) = any(${[...emails]}::text[])`.execute(db)
  return rows.map(({ person_id }) => person_id)
}
