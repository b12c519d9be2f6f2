import { saveConfirmation } from '../sessions/session-store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findAccount } from './account-store.ts'
import { takeCode } from './check-code.ts'
import { wrongCode, wrongPassword } from './refusals.ts'
import type { SignInDeps } from './sign-in-deps.ts'

type Proof = { readonly password?: string | undefined; readonly code?: string | undefined }

/** Proves again that the person is there: by the password, or by a code if the person has codes. */
export async function confirmSession(
  { database, secrets, machineClock, passwords, limits }: SignInDeps,
  { session, person }: Pick<SignedIn, 'session' | 'person'>,
  { password, code }: Proof,
): Promise<void> {
  const { db } = database
  const attempt = await limits.count({ session: session.sessionId })
  const account = await findAccount(db, person)
  const at = machineClock.now()
  if (code !== undefined) {
    if (account === undefined || (await takeCode({ db, secrets }, { account, code, at })) === undefined)
      throw wrongCode()
  } else if (!(await passwords.isMatch(account?.passwordHash, password ?? '', session.network))) {
    throw wrongPassword('password')
  }
  await attempt.forgive()
  await database.transaction((tx) => saveConfirmation(tx, session, at))
}
