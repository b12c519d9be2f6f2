import type { Logger } from '../../platform/log/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Credential } from '../credentials/credential.ts'
import { saveLastUse } from '../credentials/credential-store.ts'

const WRITE_EVERY_MS = 60_000
const KEYS_KEPT_MAX = 10_000

/** Records the last use of each key about once a minute, so that a busy key does not cause a write per request. */
export class LastUses {
  readonly #db: Db
  readonly #log: Logger
  readonly #writtenAtMs = new Map<string, number>()

  constructor({ db, log }: { readonly db: Db; readonly log: Logger }) {
    this.#db = db
    this.#log = log
  }

  /** Does not wait; a failed write is only logged, since the request itself is valid. */
  note(credential: Credential, at: Temporal.Instant): void {
    const atMs = at.epochMilliseconds
    const storedAtMs = credential.lastUsedAt?.epochMilliseconds ?? 0
    const writtenAtMs = this.#writtenAtMs.get(credential.credentialId) ?? 0
    if (atMs - Math.max(storedAtMs, writtenAtMs) < WRITE_EVERY_MS) return
    if (this.#writtenAtMs.size >= KEYS_KEPT_MAX) this.#writtenAtMs.clear()
    this.#writtenAtMs.set(credential.credentialId, atMs)
    saveLastUse(this.#db, credential, at).catch((error: unknown) => {
      this.#log.warn({ err: error, keyId: credential.keyId }, 'the last use of a key was not stored')
    })
  }
}
