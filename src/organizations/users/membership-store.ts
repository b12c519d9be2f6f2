import { sql } from 'kysely'
import { AppError } from '../../kernel/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { personSubject } from '../caller-changes/caller-subject.ts'
import { noteCallerChange } from '../caller-changes/note-caller-change.ts'
import type { Organization } from '../tree/organization.ts'
import {
  type JoinedOrganization,
  joinedOrganizationColumns,
  joinedOrganizationOf,
  refuseDuplicate,
} from '../tree/organization-store.ts'
import type { Membership, MembershipStatus } from './membership.ts'
import type { Person } from './person.ts'
import { type JoinedPerson, joinedPersonColumns, joinedPersonOf } from './person-store.ts'
import type { Role } from './role.ts'

type MembershipRow = {
  readonly organization_id: string
  readonly person_id: string
  readonly role: Role
  readonly status: MembershipStatus
  readonly invited_by: string | null
  readonly created_at: Temporal.Instant
  readonly updated_at: Temporal.Instant
}

type MembershipIds = Pick<Membership, 'organizationId' | 'personId'>

/** A person of an organization, as lists show it. */
export type User = {
  readonly person: Person
  readonly membership: Membership
  /** The last request in any of the person's sessions. */
  readonly lastSeenAt: Temporal.Instant | undefined
  /** Undefined unless an invitation is open. */
  readonly invitationExpiresAt: Temporal.Instant | undefined
}

export async function findMembership(
  db: Db,
  { organizationId, personId }: MembershipIds,
): Promise<Membership | undefined> {
  const { rows } = await sql<MembershipRow>`select * from memberships
    where organization_id = ${organizationId} and person_id = ${personId}`.execute(db)
  return rows[0] === undefined ? undefined : membershipOf(rows[0])
}

/** The membership, locked until the transaction ends; refuses one that does not exist. */
export async function lockMembership(tx: Tx, { organizationId, personId }: MembershipIds): Promise<Membership> {
  const { rows } = await sql<MembershipRow>`select * from memberships
    where organization_id = ${organizationId} and person_id = ${personId} for update`.execute(tx)
  if (rows[0] === undefined) throw unknownUser()
  return membershipOf(rows[0])
}

export function unknownUser(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'The organization has no such user.', [
    { field: 'personId', reason: 'NOT_FOUND' },
  ])
}

/** The memberships of a person and their organizations, by name. */
export async function listMemberships(
  db: Db,
  personId: string,
): Promise<readonly { readonly membership: Membership; readonly organization: Organization }[]> {
  const { rows } = await sql<MembershipRow & JoinedOrganization>`
    select memberships.*, ${joinedOrganizationColumns}
    from memberships join organizations using (organization_id)
    where person_id = ${personId} order by organizations.folded_name, organization_id`.execute(db)
  return rows.map((row) => ({ membership: membershipOf(row), organization: joinedOrganizationOf(row) }))
}

/** The roles of a person, by organization. */
export async function findActiveMemberships(
  db: Db,
  personId: string,
): Promise<readonly Pick<Membership, 'organizationId' | 'role'>[]> {
  const { rows } = await sql<Pick<Membership, 'organizationId' | 'role'>>`
    select organization_id as "organizationId", role from memberships
    where person_id = ${personId} and status = 'ACTIVE'`.execute(db)
  return rows
}

/** The organizations in which a person is an active user. */
export async function findOrganizationIdsOf(db: Db, personId: string): Promise<readonly string[]> {
  const { rows } = await sql<Pick<MembershipRow, 'organization_id'>>`select organization_id from memberships
    where person_id = ${personId} and status = 'ACTIVE' order by organization_id`.execute(db)
  return rows.map((row) => row.organization_id)
}

type UserRow = MembershipRow &
  JoinedPerson & {
    readonly last_seen_at: Temporal.Instant | null
    readonly invitation_expires_at: Temporal.Instant | null
  }

const users = sql`select memberships.*, ${joinedPersonColumns},
    (select max(sessions.last_seen_at) from sessions where sessions.person_id = memberships.person_id) as last_seen_at,
    (select max(link.expires_at) from sign_in_links link
      where link.person_id = memberships.person_id and link.organization_id = memberships.organization_id
        and link.kind = 'invitation' and link.used_at is null and memberships.status = 'INVITED')
      as invitation_expires_at
  from memberships join persons using (person_id)`

/** The users of an organization, by name. */
export async function listUsers(
  db: Db,
  organizationId: string,
  { limit }: { readonly limit: number },
): Promise<readonly User[]> {
  const { rows } = await sql<UserRow>`${users} where organization_id = ${organizationId}
    order by lower(persons.name), persons.email limit ${limit}`.execute(db)
  return rows.map(userOf)
}

type OwnerCounts = { readonly owners: number; readonly invitedOwners: number }

/** How many owners each organization has itself; those without any are left out. */
export async function countOwners(
  db: Db,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, OwnerCounts>> {
  const { rows } = await sql<OwnerCounts & { organizationId: string }>`select organization_id as "organizationId",
      (count(*) filter (where status = 'ACTIVE'))::int as owners,
      (count(*) filter (where status = 'INVITED'))::int as "invitedOwners"
    from memberships where organization_id = any(${[...organizationIds]}::text[]) and role = 'owner'
    group by organization_id`.execute(db)
  return new Map(rows.map(({ organizationId, ...counts }) => [organizationId, counts]))
}

/** The users of all organizations, by address. */
export async function listEveryUser(db: Db, { limit }: { readonly limit: number }): Promise<readonly User[]> {
  const { rows } = await sql<UserRow>`${users} order by lower(persons.email), organization_id limit ${limit}`.execute(
    db,
  )
  return rows.map(userOf)
}

/** Refuses a person who is not a user of the organization. */
export async function getUser(db: Db, { organizationId, personId }: MembershipIds): Promise<User> {
  const { rows } = await sql<UserRow>`${users}
    where organization_id = ${organizationId} and person_id = ${personId}`.execute(db)
  if (rows[0] === undefined) throw unknownUser()
  return userOf(rows[0])
}

function userOf(row: UserRow): User {
  return {
    person: joinedPersonOf(row),
    membership: membershipOf(row),
    lastSeenAt: row.last_seen_at ?? undefined,
    invitationExpiresAt: row.invitation_expires_at ?? undefined,
  }
}

export async function insertMembership(tx: Tx, membership: Membership): Promise<void> {
  noteCallerChange(tx, personSubject(membership))
  const { organizationId, personId, role, status, invitedBy = null, createdAt, updatedAt } = membership
  await refuseDuplicate(
    sql`insert into memberships (organization_id, person_id, role, status, invited_by, created_at, updated_at)
      values (${organizationId}, ${personId}, ${role}, ${status}, ${invitedBy}, ${createdAt.toString()},
        ${updatedAt.toString()})`.execute(tx),
    'This person is already a user of the organization.',
    { field: 'email', reason: 'is taken' },
  )
}

export async function saveMembership(tx: Tx, membership: Membership): Promise<void> {
  noteCallerChange(tx, personSubject(membership))
  const { organizationId, personId, role, status, updatedAt } = membership
  await sql`update memberships set role = ${role}, status = ${status}, updated_at = ${updatedAt.toString()}
    where organization_id = ${organizationId} and person_id = ${personId}`.execute(tx)
}

/** Open invitations to the organization end with it. */
export async function deleteMembership(tx: Tx, { organizationId, personId }: MembershipIds): Promise<void> {
  noteCallerChange(tx, personSubject({ personId }))
  await sql`delete from sign_in_links
    where organization_id = ${organizationId} and person_id = ${personId}`.execute(tx)
  await sql`delete from memberships
    where organization_id = ${organizationId} and person_id = ${personId}`.execute(tx)
}

function membershipOf(row: MembershipRow): Membership {
  return {
    organizationId: row.organization_id,
    personId: row.person_id,
    role: row.role,
    status: row.status,
    invitedBy: row.invited_by ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
