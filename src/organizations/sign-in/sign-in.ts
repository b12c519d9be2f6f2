import type { Tx } from '../../platform/postgres/database.ts'
import type { Session } from '../sessions/session.ts'
import { startSession } from '../sessions/start-session.ts'
import { recordPersonAudit } from '../users/record-person-audit.ts'
import { type Account, findAccount, lockAccount } from './account-store.ts'
import { addressKey, type CountedAttempt, FAILURES_MAX } from './attempt-limits.ts'
import { takeCode } from './check-code.ts'
import { cookieOfDevice, knownDeviceOf } from './known-device.ts'
import { codeRequired, invalidCode, invalidCredentials } from './refusals.ts'
import type { SignInDeps, Visit } from './sign-in-deps.ts'
import { tellOf } from './tell-person.ts'

type Deps = SignInDeps & {
  /** Runs work after the response, so that its time does not tell whether an account exists. */
  readonly later: (work: () => Promise<unknown>) => void
}

type SignIn = Visit & {
  readonly email: string
  readonly password: string
  readonly code: string | undefined
  readonly isKept: boolean
  /** The value of the cookie of known devices. */
  readonly deviceCookie: string | undefined
}

export type StartedSession = {
  readonly token: string
  readonly session: Session
  /** The new value of the cookie of known devices. */
  readonly deviceCookie: string
}

/**
 * Signs a person in. Unknown addresses and wrong passwords take the same statements, the same hash and get the same refusal.
 * A browser in which the person has signed in before has a count of its own, so that strangers cannot lock it out.
 */
export async function signIn(deps: Deps, input: SignIn): Promise<StartedSession> {
  const { database, secrets, passwords, limits, machineClock } = deps
  const { email, password, code, network } = input
  const account = await findAccount(database.db, { email })
  const device = account && knownDeviceOf(secrets, input.deviceCookie, account.personId)
  const attempt = await limits.count(
    device === undefined ? { account: addressKey(email), network } : { device: device.deviceId },
  )
  const isRight = await passwords.isMatch(account?.passwordHash, password, network)
  if (account === undefined || !isRight || account.status !== 'ACTIVE') {
    noteFailure(deps, account, attempt)
    throw invalidCredentials()
  }
  const usedCode = await checkCode(deps, { account, code, attempt })
  await attempt.forgive()
  const toTell = usedCode === 'recovery' ? 'recovery-code-used' : device === undefined ? 'new-browser' : undefined
  // Somebody whose browser keeps no cookies would get a mail with each sign-in.
  const isTold = toTell !== undefined && (await limits.takeMail('notices', account.email))
  return database.transaction(async (tx) => {
    const now = await lockAccount(tx, account.personId)
    // Otherwise the session would outlive the change that ended all others.
    if (now?.status !== 'ACTIVE' || now.passwordHash !== account.passwordHash) throw invalidCredentials()
    const at = machineClock.now()
    if (isTold) await tellOf(tx, deps.tellPerson, { kind: toTell, personId: account.personId, at, visit: input })
    return startFor(tx, deps, { ...input, account, at, details: { code: usedCode } })
  })
}

type StartFor = Visit & {
  readonly account: Pick<Account, 'personId'>
  readonly isKept: boolean
  readonly deviceCookie: string | undefined
  readonly at: Temporal.Instant
  readonly details: Readonly<Record<string, string>>
}

/** Starts a session in the caller's transaction, and notes it in the trails of the person's organizations. */
export async function startFor(
  tx: Tx,
  { secrets }: Pick<SignInDeps, 'secrets'>,
  start: StartFor,
): Promise<StartedSession> {
  const { account, isKept, device, network, deviceCookie, at, details } = start
  const { personId } = account
  const started = await startSession(tx, { person: account, isKept, device, network, now: at })
  await recordPersonAudit(tx, { personId, at, action: 'person.signed-in', details: { ...details, device } })
  return { ...started, deviceCookie: cookieOfDevice(secrets, deviceCookie, personId) }
}

type CheckedCode = {
  readonly account: Account
  readonly code: string | undefined
  readonly attempt: CountedAttempt
}

async function checkCode(deps: Deps, { account, code, attempt }: CheckedCode): Promise<string> {
  if (account.codes?.isConfirmed !== true) return 'none'
  if (code === undefined || code.trim() === '') {
    // The password is right, and the code is asked for only now.
    await attempt.undo()
    throw codeRequired()
  }
  const { database, secrets, machineClock } = deps
  const used = await takeCode({ db: database.db, secrets }, { account, code, at: machineClock.now() })
  if (used !== undefined) return used
  noteFailure(deps, account, attempt)
  throw invalidCode()
}

/** The trail has the first failure and the one that reaches the limit: strangers must not be able to fill it. */
function noteFailure(deps: Deps, account: Account | undefined, { failures }: CountedAttempt): void {
  const { database, machineClock, later } = deps
  later(async () => {
    if (account === undefined || (failures !== 1 && failures !== FAILURES_MAX.account)) return
    await database.transaction((tx) =>
      recordPersonAudit(tx, {
        personId: account.personId,
        at: machineClock.now(),
        action: 'person.sign-in-failed',
        by: { kind: 'service' },
        details: { failures },
      }),
    )
  })
}
