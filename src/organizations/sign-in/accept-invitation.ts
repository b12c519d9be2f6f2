import { refuseInvalid } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { recordUserAudit } from '../access/change-user.ts'
import { invalidLink, type Link } from '../links/link.ts'
import { getLink, spendLink } from '../links/link-store.ts'
import { passwordProblem, refusedPassword } from '../passwords/password-rules.ts'
import type { Organization } from '../tree/organization.ts'
import { getOrganization } from '../tree/organization-store.ts'
import type { Membership } from '../users/membership.ts'
import { findMembership, lockMembership, saveMembership } from '../users/membership-store.ts'
import { type Account, findAccount, saveFirstPassword } from './account-store.ts'
import { signInRequired } from './refusals.ts'
import { type StartedSession, startFor } from './sign-in.ts'
import type { SignInDeps, Visit } from './sign-in-deps.ts'

type Deps = Pick<SignInDeps, 'database' | 'machineClock' | 'passwords' | 'secrets'>

export type OpenInvitation = {
  readonly account: Account
  readonly membership: Membership
  readonly organization: Organization
}

const NAME_LENGTH_MAX = 100

/** The invitation that a link is for; refuses a link that was used or replaced, or has expired. */
export async function getInvitation(
  { database: { db }, machineClock }: Pick<Deps, 'database' | 'machineClock'>,
  token: string,
): Promise<OpenInvitation> {
  const link = await getLink(db, { token, kind: 'invitation' }, machineClock.now())
  const ids = idsOf(link)
  const [account, membership] = await Promise.all([findAccount(db, link), findMembership(db, ids)])
  if (account?.status !== 'ACTIVE' || membership?.status !== 'INVITED') throw invalidLink()
  return { account, membership, organization: await getOrganization(db, ids.organizationId) }
}

type Accept = Visit & {
  readonly token: string
  readonly name: string | undefined
  readonly password: string | undefined
  /** The person who is signed in in this browser. */
  readonly signedInAs: string | undefined
  readonly deviceCookie: string | undefined
}

/**
 * Accepts an invitation. Somebody new chooses a name and a password, and is signed in. Somebody who has a password must be
 * signed in already, so that a link alone never opens an account that is in use.
 */
export async function acceptInvitation(deps: Deps, input: Accept): Promise<StartedSession | undefined> {
  const { account } = await getInvitation(deps, input.token)
  if (account.passwordHash === undefined) return acceptAsNewPerson(deps, account, input)
  if (input.signedInAs !== account.personId) throw signInRequired()
  await deps.database.transaction((tx) => join(tx, deps, input.token))
  return undefined
}

async function acceptAsNewPerson(deps: Deps, account: Account, input: Accept): Promise<StartedSession> {
  const { name = account.name, password = '' } = input
  refuseInvalid('The invitation', nameProblems(name.trim()))
  const problem = passwordProblem(password, account)
  if (problem !== undefined) throw refusedPassword(problem)
  const { database, passwords, machineClock } = deps
  const { personId } = account
  const passwordHash = await passwords.hash(password, input.network)
  return database.transaction(async (tx) => {
    const at = machineClock.now()
    await join(tx, deps, input.token)
    // Another invitation of the same person may have been accepted since.
    if (!(await saveFirstPassword(tx, { personId, passwordHash, name: name.trim() }, at))) throw signInRequired()
    return startFor(tx, deps, { ...input, account, isKept: false, at, details: { code: 'none' } })
  })
}

function nameProblems(name: string) {
  return name === '' || name.length > NAME_LENGTH_MAX
    ? [{ field: 'name', reason: `must have 1 to ${NAME_LENGTH_MAX} characters` }]
    : []
}

async function join(tx: Tx, { machineClock }: Pick<Deps, 'machineClock'>, token: string): Promise<void> {
  const at = machineClock.now()
  const ids = idsOf(await spendLink(tx, { token, kind: 'invitation' }, at))
  const membership = await lockMembership(tx, ids)
  if (membership.status !== 'INVITED') throw invalidLink()
  await saveMembership(tx, { ...membership, status: 'ACTIVE', updatedAt: at })
  const { organizationId, personId } = ids
  const actor = { organizationId, by: { kind: 'user', organizationId, personId } } as const
  await recordUserAudit(tx, actor, { at, action: 'user.joined', personId, details: { role: membership.role } })
}

/** An invitation always has its organization; the table checks it. */
function idsOf({ personId, organizationId = '' }: Link): {
  readonly organizationId: string
  readonly personId: string
} {
  return { organizationId, personId }
}
