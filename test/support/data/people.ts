import { sessionCookieOf } from '../../../src/organizations/sessions/session-cookie.ts'
import { startSession } from '../../../src/organizations/sessions/start-session.ts'
import type { MembershipStatus } from '../../../src/organizations/users/membership.ts'
import { insertMembership } from '../../../src/organizations/users/membership-store.ts'
import type { Person } from '../../../src/organizations/users/person.ts'
import { insertPerson } from '../../../src/organizations/users/person-store.ts'
import type { Role } from '../../../src/organizations/users/role.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { newId } from '../../../src/platform/secrets/random.ts'

type Deps = { readonly database: Database }

/** The roles of a person, by organization. */
type Roles = Readonly<Record<string, Role>>

type PersonInput = Partial<Pick<Person, 'email' | 'name'>> & {
  readonly roles?: Roles
  readonly membershipStatus?: MembershipStatus
}

/** A person without a password, and the memberships. */
export async function aPerson({ database }: Deps, input: PersonInput = {}): Promise<Person> {
  const { roles = {}, membershipStatus: status = 'ACTIVE' } = input
  const at = systemClock.now()
  const personId = newId()
  const person: Person = {
    personId,
    email: input.email ?? `${personId}@people.example`,
    name: input.name ?? 'Ada Lovelace',
    language: undefined,
    theme: undefined,
    status: 'ACTIVE',
    hasPassword: false,
    hasCodes: false,
    createdAt: at,
    updatedAt: at,
  }
  await database.transaction(async (tx) => {
    await insertPerson(tx, person)
    for (const [organizationId, role] of Object.entries(roles)) {
      const times = { createdAt: at, updatedAt: at }
      await insertMembership(tx, { organizationId, personId, role, status, invitedBy: undefined, ...times })
    }
  })
  return person
}

type SessionInput = {
  readonly isKept?: boolean
  /** When it began. */
  readonly now?: Temporal.Instant
  /** The address of the service, which names the cookie. */
  readonly baseUrl: string
}

/** A session of a person, with the headers of a browser on a page of ours. */
export async function aSession(
  { database }: Deps,
  person: Pick<Person, 'personId'>,
  { isKept = false, now = systemClock.now(), baseUrl }: SessionInput,
) {
  const input = { person, isKept, device: 'Firefox on Linux', network: '192.0.2.1', now }
  const { token, session } = await database.transaction((tx) => startSession(tx, input))
  const { name } = sessionCookieOf({ baseUrl, mode: 'sandbox' })
  const cookie = `${name}=${token}`
  return { token, session, cookie, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
}

export type TestSession = Awaited<ReturnType<typeof aSession>>
