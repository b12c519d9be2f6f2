import { AppError } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { endSessions } from '../sessions/session-store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { recordPersonAudit } from '../users/record-person-audit.ts'

export type EndSessionsDeps = { readonly db: Transactions; readonly machineClock: Clock }

/** Ends one of the person's sessions, or all of them, the current one too. */
export async function endOwnSessions(
  { db, machineClock }: EndSessionsDeps,
  { person: { personId } }: SignedIn,
  sessionId?: string,
): Promise<void> {
  if (sessionId !== undefined && !isUuid(sessionId)) throw unknownSession()
  await db.transaction(async (tx) => {
    const at = machineClock.now()
    const sessions = await endSessions(tx, { personId, at, ...(sessionId === undefined ? {} : { sessionId }) })
    if (sessions === 0 && sessionId !== undefined) throw unknownSession()
    await recordPersonAudit(tx, { personId, at, action: 'session.ended', details: { sessions } })
  })
}

function unknownSession(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'You have no such session.', [
    { field: 'sessionId', reason: 'NOT_FOUND' },
  ])
}
