import type { Logger } from '../../platform/log/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import type { Proof } from './proof.ts'
import { deleteOldSignatures, insertSeenSignature } from './seen-signature-store.ts'

// Deletes more rows than were added meanwhile, so that the table does not grow beyond the valid ones.
const CLEAN_EVERY = 100
const CLEANED_MAX = 500

/** Accepts each signed request once. */
export class ReplayGuard {
  readonly #db: Db
  readonly #log: Logger
  #passed = 0

  constructor({ db, log }: { readonly db: Db; readonly log: Logger }) {
    this.#db = db
    this.#log = log
  }

  async refuseSeen({ credential: { organizationId, keyId }, signed }: Proof, now: Temporal.Instant): Promise<void> {
    if (signed === undefined) return
    const isFirst = await insertSeenSignature(this.#db, { organizationId, ...signed })
    if (!isFirst) throw new AuthenticationRefusal('seen-before', keyId)
    this.#passed += 1
    if (this.#passed % CLEAN_EVERY === 1) await this.#clean(now)
  }

  async #clean(now: Temporal.Instant): Promise<void> {
    try {
      await deleteOldSignatures(this.#db, { now, limit: CLEANED_MAX })
    } catch (error) {
      this.#log.warn({ err: error }, 'old signatures were not cleaned up')
    }
  }
}
