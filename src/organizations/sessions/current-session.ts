import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isSignedIn } from './session.ts'
import { type SessionCookie, sessionTokenIn } from './session-cookie.ts'
import { findSession } from './session-store.ts'
import type { SignedIn } from './signed-in.ts'
import { tokenHashOf } from './start-session.ts'

type Deps = { readonly db: Db; readonly machineClock: Clock; readonly cookie: SessionCookie }

/** Who is signed in in a browser, for a public route that works for both; undefined if nobody is. */
export async function currentSession(
  { db, machineClock, cookie }: Deps,
  cookieHeader: string | undefined,
): Promise<SignedIn | undefined> {
  const tokenHash = tokenHashOf(sessionTokenIn(cookieHeader, cookie) ?? '')
  const found = tokenHash && (await findSession(db, { tokenHash }))
  if (found === undefined || found.person.status !== 'ACTIVE') return undefined
  return isSignedIn(found.session, machineClock.now()) ? found : undefined
}
