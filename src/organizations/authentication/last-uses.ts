import type { Logger } from '../../platform/log/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Credential } from '../credentials/credential.ts'
import { saveLastUse } from '../credentials/credential-store.ts'
import type { Session } from '../sessions/session.ts'
import { saveLastSeen } from '../sessions/session-store.ts'

const WRITE_EVERY_MS = 60_000
const KEPT_MAX = 10_000

/**
 * Records the last use of each key and session about once a minute, so that a busy one does not cause a write per
 * request. Does not wait; a failed write is only logged, since the request itself is valid.
 */
export class LastUses {
  readonly #db: Db
  readonly #log: Logger
  readonly #writtenAtMs = new Map<string, number>()

  constructor({ db, log }: { readonly db: Db; readonly log: Logger }) {
    this.#db = db
    this.#log = log
  }

  note(credential: Credential, at: Temporal.Instant): void {
    const { credentialId, keyId, lastUsedAt } = credential
    if (!this.#isDue(credentialId, { at, storedAt: lastUsedAt })) return
    saveLastUse(this.#db, credential, at).catch((error: unknown) => {
      this.#log.warn({ err: error, keyId }, 'the last use of a key was not stored')
    })
  }

  noteSession(session: Session, at: Temporal.Instant): void {
    const { sessionId, lastSeenAt } = session
    if (!this.#isDue(sessionId, { at, storedAt: lastSeenAt })) return
    saveLastSeen(this.#db, session, at).catch((error: unknown) => {
      this.#log.warn({ err: error, sessionId }, 'the last use of a session was not stored')
    })
  }

  #isDue(id: string, { at, storedAt }: { at: Temporal.Instant; storedAt: Temporal.Instant | undefined }): boolean {
    const atMs = at.epochMilliseconds
    const writtenAtMs = this.#writtenAtMs.get(id) ?? 0
    if (atMs - Math.max(storedAt?.epochMilliseconds ?? 0, writtenAtMs) < WRITE_EVERY_MS) return false
    if (this.#writtenAtMs.size >= KEPT_MAX) this.#writtenAtMs.clear()
    this.#writtenAtMs.set(id, atMs)
    return true
  }
}
