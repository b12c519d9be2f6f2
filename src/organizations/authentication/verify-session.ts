import { isSignedIn } from '../sessions/session.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { tokenHashOf } from '../sessions/start-session.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'

type FindSession = (tokenHash: Buffer) => Promise<SignedIn | undefined>

/** The session that a token belongs to; refuses one that has ended, and one of a person who is disabled. */
export async function verifySession(find: FindSession, token: string, machineNow: Temporal.Instant): Promise<SignedIn> {
  const tokenHash = tokenHashOf(token)
  if (tokenHash === undefined) throw new AuthenticationRefusal('malformed')
  const signedIn = await find(tokenHash)
  if (signedIn === undefined) throw new AuthenticationRefusal('unknown-session')
  refuseEnded(signedIn, machineNow)
  return signedIn
}

export function refuseEnded({ session, person }: SignedIn, machineNow: Temporal.Instant): void {
  if (!isSignedIn(session, machineNow)) throw new AuthenticationRefusal('ended-session')
  if (person.status !== 'ACTIVE') throw new AuthenticationRefusal('disabled-person')
}
