import { hash } from 'node:crypto'
import { KEYED_METHODS } from '../../platform/http/idempotency/add-idempotency.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { RequestFacts } from '../credentials/request-facts.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import type { Proof } from './proof.ts'
import { deleteOldSignatures, insertSeenSignature, insertUsedToken } from './seen-signature-store.ts'

// Deletes more rows than were added since the last time, so that the table does not grow beyond the valid ones.
const CLEAN_EVERY = 100
const CLEANED_MAX = 500

const CHANGING_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Remembers signed requests for as long as they are valid. */
export class ReplayGuard {
  readonly #db: Db
  readonly #log: Logger
  #passed = 0

  constructor({ db, log }: { readonly db: Db; readonly log: Logger }) {
    this.#db = db
    this.#log = log
  }

  /** Accepts each signed request once. */
  async refuseSeen({ credential: { organizationId, keyId }, signed }: Proof, now: Temporal.Instant): Promise<void> {
    if (signed === undefined) return
    const { content, validUntil } = signed
    const isFirst = await insertSeenSignature(this.#db, {
      organizationId,
      hash: hash('sha256', content, 'buffer'),
      validUntil,
    })
    if (!isFirst) throw new AuthenticationRefusal('seen-before', keyId)
    await this.#cleanAtTimes(now)
  }

  /**
   * Accepts a token for one change only. With an Idempotency-Key it is accepted again for the same request
   * and key, which has no second effect: it gets the stored response. Another key, which is not signed, does not help.
   */
  async refuseUsedToken({ credential, signed }: Proof, request: RequestFacts, now: Temporal.Instant): Promise<void> {
    if (signed?.tokenId === undefined || !CHANGING_METHODS.has(request.method)) return
    const { organizationId, credentialId, keyId } = credential
    const { tokenId, validUntil } = signed
    const idempotencyKey = KEYED_METHODS.has(request.method) ? request.header('idempotency-key') : undefined
    const used = hashOf(['token', credentialId, tokenId])
    const repeatable =
      idempotencyKey && hashOf(['repeat', credentialId, tokenId, request.method, request.target, idempotencyKey])
    const isAccepted = await insertUsedToken(
      this.#db,
      { organizationId, hash: used, validUntil },
      repeatable || undefined,
    )
    if (!isAccepted) throw new AuthenticationRefusal('seen-before', keyId)
    await this.#cleanAtTimes(now)
  }

  async #cleanAtTimes(now: Temporal.Instant): Promise<void> {
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

/** As JSON, so that no two lists look alike. */
function hashOf(parts: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer')
}
