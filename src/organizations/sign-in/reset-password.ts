import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type IssuedLink, invalidLink, issuedLink } from '../links/link.ts'
import { deleteLinks, getLink, insertLink, spendLink } from '../links/link-store.ts'
import { passwordProblem, refusedPassword } from '../passwords/password-rules.ts'
import { endSessions } from '../sessions/session-store.ts'
import { findOrganizationIdsOf } from '../users/membership-store.ts'
import { recordPersonAudit } from '../users/record-person-audit.ts'
import { type Account, findAccount, lockAccount, savePassword } from './account-store.ts'
import type { SignInDeps, Visit } from './sign-in-deps.ts'
import { tellOf } from './tell-person.ts'

/** A link with the person that it is for, and the organization that invites or for which the person works. */
type LinkForPerson = {
  readonly link: IssuedLink
  readonly account: Pick<Account, 'personId' | 'email' | 'name' | 'language'>
  /** Undefined for a person without an organization. */
  readonly organizationId: string | undefined
}

/** Writes the mail in the transaction of its link. */
export type AlsoWrite = (tx: Tx, sent: LinkForPerson) => Promise<void>

type Deps = Pick<SignInDeps, 'database' | 'machineClock' | 'limits'>

/**
 * Sends a link to somebody who has forgotten the password. Does nothing for addresses without an account, and for those that
 * got enough mails lately; the caller must not learn which, so it runs after the response.
 */
export async function requestReset(deps: Deps, email: string, alsoWrite: AlsoWrite): Promise<void> {
  const account = await findAccount(deps.database.db, { email })
  if (account?.passwordHash === undefined || account.status !== 'ACTIVE') return
  if (!(await deps.limits.takeMail('resets', account.email))) return
  await issueReset(deps, account, { alsoWrite, action: 'person.reset-requested' })
}

type IssueReset = { readonly alsoWrite: AlsoWrite; readonly action: string; readonly by?: AuditActor }

/** The operator's way: returns the link, which is also mailed if `alsoWrite` does so. */
export async function issueReset(
  { database, machineClock }: Pick<Deps, 'database' | 'machineClock'>,
  account: Account,
  { alsoWrite, action, by = { kind: 'service' } }: IssueReset,
): Promise<IssuedLink> {
  const { personId } = account
  const at = machineClock.now()
  return database.transaction(async (tx) => {
    const link = issuedLink({ kind: 'reset', personId, organizationId: undefined }, { at })
    await insertLink(tx, link)
    await recordPersonAudit(tx, { personId, at, action, by })
    const [organizationId] = await findOrganizationIdsOf(tx, personId)
    await alsoWrite(tx, { link, account, organizationId })
    return link
  })
}

/** Sets a new password by a link; all sessions end, and all other links for it are void. */
export async function completeReset(
  { database, machineClock, passwords, limits, tellPerson }: Omit<SignInDeps, 'secrets'>,
  {
    token,
    password,
    ...visit
  }: Pick<Visit, 'network'> & Partial<Visit> & { readonly token: string; readonly password: string },
): Promise<void> {
  const named = { token, kind: 'reset' } as const
  const { personId } = await getLink(database.db, named, machineClock.now())
  const account = await findAccount(database.db, { personId })
  if (account?.status !== 'ACTIVE') throw invalidLink()
  const problem = passwordProblem(password, account)
  if (problem !== undefined) throw refusedPassword(problem)
  const passwordHash = await passwords.hash(password, visit.network)
  const at = machineClock.now()
  await database.transaction(async (tx) => {
    if ((await lockAccount(tx, personId))?.status !== 'ACTIVE') throw invalidLink()
    await spendLink(tx, named, at)
    await savePassword(tx, { personId, passwordHash }, at)
    await deleteLinks(tx, { personId, kind: 'reset' })
    const ended = await endSessions(tx, { personId, at })
    await recordPersonAudit(tx, { personId, at, action: 'person.password-reset', details: { sessionsEnded: ended } })
    await tellOf(tx, tellPerson, { kind: 'password-changed', personId, at, visit })
  })
  // Strangers may have locked the account.
  await limits.forgiveAccount(account.email)
}

/** Refuses an address that nobody has. */
export async function getAccount(deps: Pick<Deps, 'database'>, email: string): Promise<Account> {
  const account = await findAccount(deps.database.db, { email })
  if (account !== undefined) return account
  throw new AppError('not-found', 'NOT_FOUND', `No person has the address ${email}.`, [
    { field: 'email', reason: 'NOT_FOUND' },
  ])
}
