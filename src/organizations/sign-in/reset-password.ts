import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { passwordProblem, refusedPassword } from '../passwords/password-rules.ts'
import { endSessions } from '../sessions/session-store.ts'
import { listMemberships } from '../users/membership-store.ts'
import { recordPersonAudit } from '../users/record-person-audit.ts'
import { type Account, findAccount, savePassword } from './account-store.ts'
import { type IssuedLink, invalidLink, issuedLink } from './link.ts'
import { deleteLinks, getLink, insertLink, spendLink } from './link-store.ts'
import type { SignInDeps } from './sign-in-deps.ts'

/** A link with the person that it is for, and the organization in whose name it is sent. */
type LinkForPerson = {
  readonly link: IssuedLink
  readonly account: Pick<Account, 'personId' | 'email' | 'name' | 'language'>
  readonly organizationId: string
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
    const [first] = await listMemberships(tx, personId)
    if (first !== undefined) {
      await alsoWrite(tx, { link, account, organizationId: first.membership.organizationId })
    }
    return link
  })
}

/** Sets a new password by a link; all sessions end, and all other links for it are void. */
export async function completeReset(
  { database, machineClock, passwords, limits }: Omit<SignInDeps, 'secrets'>,
  { token, password, network }: { readonly token: string; readonly password: string; readonly network: string },
): Promise<void> {
  const named = { token, kind: 'reset' } as const
  const { personId } = await getLink(database.db, named, machineClock.now())
  const account = await findAccount(database.db, { personId })
  if (account?.status !== 'ACTIVE') throw invalidLink()
  const problem = passwordProblem(password, account)
  if (problem !== undefined) throw refusedPassword(problem)
  const passwordHash = await passwords.hash(password, network)
  const at = machineClock.now()
  await database.transaction(async (tx) => {
    await spendLink(tx, named, at)
    await savePassword(tx, { personId, passwordHash }, at)
    await deleteLinks(tx, { personId, kind: 'reset' })
    const ended = await endSessions(tx, { personId, at })
    await recordPersonAudit(tx, { personId, at, action: 'person.password-reset', details: { sessionsEnded: ended } })
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
