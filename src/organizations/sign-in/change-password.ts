import { AppError } from '../../kernel/errors.ts'
import { deleteLinks } from '../links/link-store.ts'
import { passwordProblem, refusedPassword } from '../passwords/password-rules.ts'
import { endSessions, saveConfirmation } from '../sessions/session-store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { recordPersonAudit } from '../users/record-person-audit.ts'
import { findAccount, lockAccount, savePassword } from './account-store.ts'
import { wrongPassword } from './refusals.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { tellOf } from './tell-person.ts'

type ChangePassword = { readonly currentPassword: string; readonly newPassword: string }

/** Changes the password of somebody who is signed in; all other sessions of the person end. */
export async function changePassword(
  { database, machineClock, passwords, limits, tellPerson }: SignInDeps,
  { session, person: { personId } }: Pick<SignedIn, 'session' | 'person'>,
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  const attempt = await limits.count({ session: session.sessionId })
  const account = await findAccount(database.db, { personId })
  if (account === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The person does not exist.')
  if (!(await passwords.isMatch(account.passwordHash, currentPassword, session.network))) {
    throw wrongPassword('currentPassword')
  }
  await attempt.forgive()
  const problem = newPassword === currentPassword ? 'UNCHANGED' : passwordProblem(newPassword, account)
  if (problem !== undefined) throw refusedPassword(problem, 'newPassword')
  const passwordHash = await passwords.hash(newPassword, session.network)
  const at = machineClock.now()
  await database.transaction(async (tx) => {
    // Changed in another session since, perhaps to keep this one out.
    if ((await lockAccount(tx, personId))?.passwordHash !== account.passwordHash) throw wrongPassword('currentPassword')
    await savePassword(tx, { personId, passwordHash }, at)
    await deleteLinks(tx, { personId, kind: 'reset' })
    const ended = await endSessions(tx, { personId, exceptSessionId: session.sessionId, at })
    await saveConfirmation(tx, session, at)
    await recordPersonAudit(tx, { personId, at, action: 'person.password-changed', details: { sessionsEnded: ended } })
    await tellOf(tx, tellPerson, { kind: 'password-changed', personId, at, visit: session })
  })
}
