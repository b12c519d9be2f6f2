import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { recordPersonAudit } from '../users/record-person-audit.ts'
import { deleteCodes, findAccount, replaceRecoveryCodes, saveCodesConfirmed, saveCodesSecret } from './account-store.ts'
import { codesContext } from './check-code.ts'
import { codeUri, newCodeSecret, stepOfCode } from './one-time-code.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { wrongCode } from './refusals.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { tellOf } from './tell-person.ts'

type Deps = Omit<SignInDeps, 'passwords'>
type Who = Pick<SignedIn, 'person' | 'session'>

/** Makes a secret for an authenticator app; it counts once a code of it is confirmed. */
export async function setUpCodes(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  { person: { personId, email } }: Pick<SignedIn, 'person'>,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const secret = newCodeSecret()
  const isSaved = await saveCodesSecret(database.db, personId, secrets.seal(secret, codesContext(personId)))
  if (!isSaved) throw alreadyOn()
  return { secret, uri: codeUri({ email, secret }) }
}

/** Turns codes on with the first code of the app; the recovery codes are shown only this once. */
export async function confirmCodes(
  { database, secrets, machineClock, limits, tellPerson }: Deps,
  { person: { personId }, session }: Who,
  code: string,
): Promise<readonly string[]> {
  const attempt = await limits.count({ session: session.sessionId })
  const { codes } = (await findAccount(database.db, { personId })) ?? {}
  if (codes === undefined) {
    throw new AppError('conflict', 'CODES_NOT_SET_UP', 'Set up one-time codes first.')
  }
  if (codes.isConfirmed) throw alreadyOn()
  const at = machineClock.now()
  const secret = secrets.open(codes.sealedSecret, codesContext(personId)).toString()
  const step = stepOfCode({ secret, code, lastStep: codes.lastStep, at })
  if (step === undefined) throw wrongCode()
  await attempt.forgive()
  const recoveryCodes = newRecoveryCodes()
  const hashes = recoveryCodes.map((each) => hashOfRecoveryCode(secrets, personId, each))
  await database.transaction(async (tx) => {
    if (!(await saveCodesConfirmed(tx, { personId, step, at }))) throw alreadyOn()
    await replaceRecoveryCodes(tx, personId, hashes)
    await recordPersonAudit(tx, { personId, at, action: 'person.codes-turned-on' })
    await tellOf(tx, tellPerson, { kind: 'codes-turned-on', personId, at, visit: session })
  })
  return recoveryCodes
}

/** Turns codes off; does nothing if they are off. The person does it in a session, or else the operator. */
export async function removeCodes(
  { database, machineClock, tellPerson }: Pick<Deps, 'database' | 'machineClock' | 'tellPerson'>,
  personId: string,
  { by, session: visit }: { readonly by?: AuditActor; readonly session?: SignedIn['session'] },
): Promise<boolean> {
  const at = machineClock.now()
  return database.transaction(async (tx) => {
    const wasOn = await deleteCodes(tx, personId, at)
    if (!wasOn) return false
    const action = 'person.codes-turned-off'
    await recordPersonAudit(tx, { personId, at, action, ...(by === undefined ? {} : { by }) })
    await tellOf(tx, tellPerson, { kind: 'codes-turned-off', personId, at, visit })
    return true
  })
}

function alreadyOn(): AppError {
  return new AppError('conflict', 'CODES_ALREADY_ON', 'One-time codes are on already; turn them off first.')
}
