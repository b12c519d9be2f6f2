import { assert } from '../../../kernel/assert.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import { type HeldKey, replaceResponse, writeResponse } from './idempotency-store.ts'
import { keyInUse } from './key-refusals.ts'
import type { StoredResponse } from './stored-response.ts'

type ClaimInput = {
  readonly database: Database
  readonly seal: (response: StoredResponse) => Buffer
  /** Called once; `isRecorded` says whether the key's row already has the end of the request. */
  readonly onOver: (how: { readonly isRecorded: boolean }) => Promise<void>
}

/**
 * One request's claim on its key. Only the holder may respond: every write checks the claim, so that a request whose
 * node was considered dead can neither respond nor, if both are one transaction, act.
 */
export class KeyClaim {
  readonly #held: HeldKey
  readonly #input: ClaimInput
  #isOver = false

  constructor(held: HeldKey, input: ClaimInput) {
    this.#held = held
    this.#input = input
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Writes the response in the transaction of its effect, which cannot commit without it. */
  async respondIn(tx: Tx, response: StoredResponse, { isFinal }: { readonly isFinal: boolean }): Promise<void> {
    if (await this.#write(tx, response, isFinal)) return
    await this.close()
    throw keyInUse()
  }

  /** Stores the final response of a request whose effect, if any, is already committed. */
  async keep(response: StoredResponse): Promise<void> {
    const isKept = await this.#write(this.#input.database.db, response, true)
    await this.close()
    // Another request responds now, perhaps differently, so this response must not be sent.
    if (!isKept) throw keyInUse()
  }

  /** Replaces a response that is not final; returns false if it has become final. */
  async revise(response: StoredResponse): Promise<boolean> {
    const { database, seal } = this.#input
    const isRevised = await replaceResponse(database.db, this.#held, seal(response))
    await this.close()
    return isRevised
  }

  /** Ends the request; its final response is stored. */
  async close(): Promise<void> {
    await this.#end({ isRecorded: true })
  }

  /** Ends the request: a response that was written becomes final; without one the key is free again. */
  async letGo(): Promise<void> {
    await this.#end({ isRecorded: false })
  }

  async #write(db: Database['db'] | Tx, response: StoredResponse, isFinal: boolean): Promise<boolean> {
    assert(!this.#isOver, 'A request that has responded under its key does not respond again.')
    return writeResponse(db, this.#held, { sealed: this.#input.seal(response), isFinal })
  }

  async #end(how: { readonly isRecorded: boolean }): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#input.onOver(how)
  }
}
