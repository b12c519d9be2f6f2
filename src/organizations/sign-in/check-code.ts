import type { Db } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { type Account, spendRecoveryCode, spendStep } from './account-store.ts'
import { stepOfCode } from './one-time-code.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'

/** The context in which the secret of a person's codes is sealed. */
export function codesContext(personId: string): string {
  return `codes of ${personId}`
}

type CheckCode = {
  readonly account: Account
  /** Of the app, or one of the recovery codes. */
  readonly code: string
  readonly at: Temporal.Instant
}

/** The kind of code that was right, which is then used up; undefined if it is wrong or was used before. */
export async function takeCode(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  { account: { personId, codes }, code, at }: CheckCode,
): Promise<'one-time' | 'recovery' | undefined> {
  if (codes === undefined || !codes.isConfirmed) return undefined
  const secret = secrets.open(codes.sealedSecret, codesContext(personId)).toString()
  const step = stepOfCode({ secret, code, lastStep: codes.lastStep, at })
  if (step !== undefined) return (await spendStep(db, personId, step)) ? 'one-time' : undefined
  const codeHash = hashOfRecoveryCode(secrets, personId, code)
  return (await spendRecoveryCode(db, { personId, codeHash }, at)) ? 'recovery' : undefined
}
