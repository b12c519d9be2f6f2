import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/postgres/database.ts'
import { newId, newSecret } from '../../platform/secrets/random.ts'
import type { Person } from '../users/person.ts'
import { type Session, started } from './session.ts'
import { insertSession, removeOldSessions } from './session-store.ts'

type StartSession = {
  readonly person: Pick<Person, 'personId'>
  /** Whether the person wants to stay signed in on this device. */
  readonly isKept: boolean
  readonly device: string
  readonly network: string
  /** By the machine's clock. */
  readonly now: Temporal.Instant
}

const TOKEN_BYTES = 32
/** 32 bytes as base64url. */
const TOKEN = /^[\w-]{43}$/

/** Signs a person in. The token goes into the cookie, and only its hash is stored. */
export async function startSession(
  tx: Tx,
  { person: { personId }, isKept, device, network, now }: StartSession,
): Promise<{ readonly token: string; readonly session: Session }> {
  const token = newSecret(TOKEN_BYTES).toString('base64url')
  const session = started({ sessionId: newId(), personId, isKept, device, network }, { at: now })
  await insertSession(tx, session, hashOf(token))
  await removeOldSessions(tx, now)
  return { token, session }
}

/** The hash under which a session is stored; undefined for a text that cannot be a token. */
export function tokenHashOf(token: string): Buffer | undefined {
  return TOKEN.test(token) ? hashOf(token) : undefined
}

/** Fast, since a token cannot be guessed. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
