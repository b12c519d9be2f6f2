import { randomUUID } from 'node:crypto'
import { AppError } from '../../../kernel/errors.ts'
import { type Repetition, repeat } from '../../concurrency/repeat.ts'
import type { Logger } from '../../log/log.ts'
import type { Database } from '../../postgres/database.ts'
import { absentAmong, type Presence } from '../../postgres/presence.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import {
  deleteExpired,
  deleteUncounted,
  endClaim,
  finalizeResponse,
  findKey,
  type HeldKey,
  insertClaim,
  type KeyRow,
  type KeyScope,
  type Quota,
  replaceOldKey,
  secondsUntilRoom,
  takeOverClaim,
} from './idempotency-store.ts'
import { KeyClaim } from './key-claim.ts'
import { keyInUse, keyReused, quotaReached, responseErased } from './key-refusals.ts'
import { isErased, openResponse, type StoredResponse, sealResponse } from './stored-response.ts'

type IdempotencyKeysInput = {
  readonly database: Database
  readonly secrets: Secrets
  readonly presence: Pick<Presence, 'id'>
  readonly log: Logger
  /** How many bytes of responses are stored for one organization; undefined for any number. */
  readonly bytesMax?: number | undefined
}

type KeyRequest = {
  readonly scope: KeyScope
  readonly fingerprint: Buffer
  /** The organization whose key sent the request; its quota is used. */
  readonly callerId: string
}

/** How often the row may change concurrently before the key counts as in use. */
const ATTEMPTS_MAX = 5
const CLEANUP_EVERY_MS = 10_000
const UNENDED_MAX = 10_000
const DELETE_ROWS_MAX = 1_000
const DELETE_BATCHES_MAX = 20

/** The idempotency keys of requests and their responses, shared by all nodes. */
export class IdempotencyKeys {
  readonly #input: IdempotencyKeysInput
  /** Claims of requests that this process is handling. */
  readonly #running = new Set<string>()
  /** Claims that ended here while the database was unavailable. */
  readonly #unended = new Map<string, HeldKey>()

  constructor(input: IdempotencyKeysInput) {
    this.#input = input
  }

  /** A keyed hash of the request. */
  fingerprint(asked: string | Buffer): Buffer {
    return this.#input.secrets.code('idempotency', asked)
  }

  /**
   * Claims the key for this request, or returns the response to an equal request. Throws if the key belongs to another
   * request, or while an equal one is in progress.
   */
  async claim({ scope, fingerprint, callerId }: KeyRequest): Promise<KeyClaim | StoredResponse> {
    const quota = { organizationId: callerId, bytesMax: this.#input.bytesMax }
    const held = { scope, claim: randomUUID(), quota }
    this.#running.add(held.claim)
    try {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const outcome = await this.#tryClaim(held, fingerprint)
        if (outcome === 'claimed') return this.#claimed(held)
        if (outcome === 'changed') continue
        this.#running.delete(held.claim)
        return outcome
      }
      throw keyInUse()
    } catch (error) {
      this.#running.delete(held.claim)
      // A refusal leaves no claim behind; a lost connection may.
      if (!(error instanceof AppError)) this.#endLater(held)
      throw error
    }
  }

  async #tryClaim(held: HeldKey, fingerprint: Buffer): Promise<'claimed' | 'changed' | StoredResponse> {
    const { scope, claim, quota } = held
    const { db } = this.#input.database
    const fresh = { claim, node: this.#input.presence.id, fingerprint }
    if (await insertClaim(db, held, fresh)) return 'claimed'
    const row = await findKey(db, scope)
    if (row === undefined) {
      await this.#refuseFullQuota(quota)
      return 'changed'
    }
    const old = { scope, claim: row.claim }
    if (row.isExpired) return (await replaceOldKey(db, old, fresh)) ? 'claimed' : 'changed'
    if (!row.fingerprint.equals(fingerprint)) throw keyReused()
    if (await this.#isAtWork(row)) throw keyInUse()
    if (row.sealedAnswer === null) {
      return (await takeOverClaim(db, old, fresh)) ? 'claimed' : 'changed'
    }
    const isFinal = row.node === null || (await finalizeResponse(db, old, claim))
    return isFinal ? this.#open(scope, row.sealedAnswer) : 'changed'
  }

  async #refuseFullQuota(quota: Quota): Promise<void> {
    const seconds = await secondsUntilRoom(this.#input.database.db, quota)
    if (seconds !== undefined) throw quotaReached(seconds)
  }

  /** Whether a request may still respond, or revise its response. */
  async #isAtWork({ node, claim }: KeyRow): Promise<boolean> {
    if (node === null) return false
    // This process knows more about its own claims than the database.
    if (this.#running.has(claim)) return true
    if (node === this.#input.presence.id) return false
    return (await absentAmong(this.#input.database, [node])).length === 0
  }

  #claimed(held: HeldKey): KeyClaim {
    return new KeyClaim(held, {
      database: this.#input.database,
      seal: (response) => sealResponse(this.#input.secrets, held.scope, response),
      onOver: async ({ isRecorded }) => {
        if (isRecorded) this.#running.delete(held.claim)
        else await this.#end(held)
      },
    })
  }

  /** Never fails: a claim that cannot be ended in the database now is ended later. */
  async #end(held: HeldKey): Promise<void> {
    try {
      await endClaim(this.#input.database.db, held)
    } catch (error) {
      this.#input.log.warn({ err: error }, 'an idempotency key stays claimed until the database is back')
      this.#endLater(held)
    } finally {
      this.#running.delete(held.claim)
    }
  }

  /** Beyond the limit a claim stays valid for the other nodes until this node ends. */
  #endLater(held: HeldKey): void {
    if (this.#unended.size < UNENDED_MAX) this.#unended.set(held.claim, held)
  }

  /** Deletes expired keys, a bounded number of them. */
  async deleteExpiredKeys(): Promise<void> {
    const { db } = this.#input.database
    for (let batch = 1; batch <= DELETE_BATCHES_MAX; batch += 1) {
      if ((await deleteExpired(db, DELETE_ROWS_MAX)) < DELETE_ROWS_MAX) break
    }
    await deleteUncounted(db)
  }

  /** Deletes expired keys and ends the claims that could not be ended before, until it is stopped. */
  startCleanup(): Repetition {
    const cleanUp = async (): Promise<number> => {
      for (const held of [...this.#unended.values()]) {
        await endClaim(this.#input.database.db, held)
        this.#unended.delete(held.claim)
      }
      await this.deleteExpiredKeys()
      return CLEANUP_EVERY_MS
    }
    return repeat({
      work: cleanUp,
      delayAfterFailureMs: CLEANUP_EVERY_MS,
      failureMessage: 'idempotency keys could not be cleaned up',
      log: this.#input.log,
    })
  }

  #open(scope: KeyScope, sealed: Buffer): StoredResponse {
    const response = openResponse(this.#input.secrets, scope, sealed)
    if (isErased(response)) throw responseErased()
    return response
  }
}
