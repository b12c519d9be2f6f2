import type { Actor } from '../../kernel/actor.ts'
import { AppError, refuseInvalid } from '../../kernel/errors.ts'
import { isMailAddress } from '../../kernel/reading/text-readers.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { membershipChangerOf, recordUserAudit } from '../access/change-user.ts'
import { type IssuedLink, issuedLink } from '../links/link.ts'
import { deleteLinks, insertLink } from '../links/link-store.ts'
import { lockOrganization } from '../tree/organization-store.ts'
import { changed, type Membership, type MembershipChanger, refuseOwners } from '../users/membership.ts'
import {
  findMembership,
  insertMembership,
  lockMembership,
  saveMembership,
  unknownUser,
} from '../users/membership-store.ts'
import type { Person } from '../users/person.ts'
import { findPersonByEmail, findPersonById, insertPerson } from '../users/person-store.ts'
import type { Role } from '../users/role.ts'
import type { AlsoWrite } from './reset-password.ts'
import type { SignInDeps } from './sign-in-deps.ts'

type Deps = Pick<SignInDeps, 'database' | 'machineClock'> & {
  /** Undefined on the command line, where nobody floods a mailbox. */
  readonly limits: SignInDeps['limits'] | undefined
}

type Invite = { readonly email: string; readonly name: string; readonly role: Role }

export type Invited = {
  readonly person: Person
  readonly membership: Membership
  readonly link: IssuedLink
}

const NAME_LENGTH_MAX = 100
const RETRY_SECONDS = 60 * 60

/**
 * Invites a person to an organization. The person is created if nobody has the address; otherwise the invitation is accepted
 * after signing in, and no password is set. An open invitation is replaced.
 */
export async function invitePerson(
  deps: Deps,
  actor: Actor,
  { email: typed, name, role }: Invite,
  alsoWrite: AlsoWrite,
): Promise<Invited> {
  const email = typed.trim()
  refuseInvalid('The invitation', [
    ...(isMailAddress(email) ? [] : [{ field: 'email', reason: 'must be an email address' }]),
    ...(name.length <= NAME_LENGTH_MAX
      ? []
      : [{ field: 'name', reason: `must have at most ${NAME_LENGTH_MAX} characters` }]),
  ])
  await refuseTooMany(deps, email)
  const at = deps.machineClock.now()
  return deps.database.transaction(async (tx) => {
    const { organizationId, by } = actor
    await lockOrganization(tx, organizationId)
    const changer = await membershipChangerOf(tx, by)
    refuseOwners([role], changer)
    const person = (await findPersonByEmail(tx, email)) ?? (await newPerson(tx, { email, name, at }))
    const membership = await memberOf(tx, { organizationId, by, changer }, { personId: person.personId, role, at })
    const link = await issue(tx, { membership, person, at }, alsoWrite)
    await recordUserAudit(tx, actor, { at, action: 'user.invited', personId: person.personId, details: { role } })
    return { person, membership, link }
  })
}

/** Sends another link for an open invitation; the former one no longer works. */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  { personId }: { readonly personId: string },
  alsoWrite: AlsoWrite,
): Promise<Invited> {
  if (!isUuid(personId)) throw unknownUser()
  const { organizationId } = actor
  const known = await findPersonById(deps.database.db, personId)
  const isInvited = (await findMembership(deps.database.db, { organizationId, personId }))?.status === 'INVITED'
  if (isInvited && known !== undefined) await refuseTooMany(deps, known.email)
  const at = deps.machineClock.now()
  return deps.database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    const changer = await membershipChangerOf(tx, actor.by)
    const membership = await lockMembership(tx, { organizationId, personId })
    // Without a mail server the link is in the response, and with it anyone could become an owner.
    refuseOwners([membership.role], changer)
    if (membership.status !== 'INVITED' || known === undefined) throw notInvited()
    const link = await issue(tx, { membership, person: known, at }, alsoWrite)
    await recordUserAudit(tx, actor, { at, action: 'user.invited-again', personId, details: {} })
    return { person: known, membership, link }
  })
}

async function newPerson(
  tx: Tx,
  { email, name, at }: { readonly email: string; readonly name: string; readonly at: Temporal.Instant },
): Promise<Person> {
  const person: Person = {
    ...{ personId: newId(), email, name: name.trim(), language: undefined, theme: undefined, status: 'ACTIVE' },
    ...{ hasPassword: false, hasCodes: false, createdAt: at, updatedAt: at },
  }
  await insertPerson(tx, person)
  return person
}

async function memberOf(
  tx: Tx,
  { organizationId, changer, by }: Actor & { readonly changer: MembershipChanger },
  { personId, role, at }: { readonly personId: string; readonly role: Role; readonly at: Temporal.Instant },
): Promise<Membership> {
  const before = await findMembership(tx, { organizationId, personId })
  if (before === undefined) {
    const invitedBy = by.kind === 'user' ? by.personId : undefined
    const membership: Membership = {
      ...{ organizationId, personId, role, status: 'INVITED', invitedBy, createdAt: at, updatedAt: at },
    }
    await insertMembership(tx, membership)
    return membership
  }
  if (before.status !== 'INVITED') throw alreadyUser()
  const after = changed(before, { role }, { by: changer, at })
  await saveMembership(tx, after)
  return after
}

async function issue(
  tx: Tx,
  {
    membership,
    person,
    at,
  }: { readonly membership: Membership; readonly person: Person; readonly at: Temporal.Instant },
  alsoWrite: AlsoWrite,
): Promise<IssuedLink> {
  const { organizationId, personId } = membership
  await deleteLinks(tx, { personId, kind: 'invitation', organizationId })
  const link = issuedLink({ kind: 'invitation', personId, organizationId }, { at })
  await insertLink(tx, link)
  await alsoWrite(tx, { link, account: person, organizationId })
  return link
}

async function refuseTooMany({ limits }: Deps, email: string): Promise<void> {
  if (limits === undefined || (await limits.takeMail('invitations', email))) return
  const message = 'This address was invited too often; please retry later.'
  throw new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_INVITATIONS', message }, RETRY_SECONDS)
}

function alreadyUser(): AppError {
  return new AppError('conflict', 'ALREADY_USER', 'This person is already a user of the organization.', [
    { field: 'email', reason: 'ALREADY_USER' },
  ])
}

function notInvited(): AppError {
  return new AppError('conflict', 'NOT_INVITED', 'This person has no open invitation.')
}
