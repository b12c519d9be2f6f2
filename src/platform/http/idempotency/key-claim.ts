import { assert } from '../../../kernel/assert.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import { type HeldKey, replaceResponse, writeResponse } from './idempotency-store.ts'
import { keyInUse } from './key-refusals.ts'
import type { StoredResponse } from './stored-response.ts'

type ClaimInput = {
  readonly database: Database
  readonly clock: Clock
  readonly seal: (answer: StoredResponse) => Buffer
  /** Told once; `isTold` says whether the key's row already says how it ended. */
  readonly onOver: (how: { readonly isTold: boolean }) => Promise<void>
}

/**
 * One request's hold on its key. Only its holder may answer: every write asks for the claim, so that a
 * request whose node was taken for dead can neither answer nor, where both are one transaction, act.
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

  /** Writes the answer in the transaction of its effect, which cannot commit without it. */
  async answerIn(tx: Tx, answer: StoredResponse, { isFinal }: { readonly isFinal: boolean }): Promise<void> {
    if (await this.#write(tx, answer, isFinal)) return
    await this.close()
    throw keyInUse()
  }

  /** Keeps the final answer of a request whose effect, if it has one, is done already. */
  async keep(answer: StoredResponse): Promise<void> {
    const isKept = await this.#write(this.#input.database.db, answer, true)
    await this.close()
    // Somebody else answers now, perhaps otherwise, so this answer may not be given.
    if (!isKept) throw keyInUse()
  }

  /** Replaces an answer that is not final; false where meanwhile it has become so. */
  async revise(answer: StoredResponse): Promise<boolean> {
    const { database, clock, seal } = this.#input
    const written = { sealed: seal(answer), at: clock.now() }
    const isRevised = await replaceResponse(database.db, this.#held, written)
    await this.close()
    return isRevised
  }

  /** The request is over, and its final answer is kept. */
  async close(): Promise<void> {
    await this.#end({ isTold: true })
  }

  /** Ends the request: a response that was written becomes final; without one the key is free again. */
  async letGo(): Promise<void> {
    await this.#end({ isTold: false })
  }

  async #write(db: Database['db'] | Tx, answer: StoredResponse, isFinal: boolean): Promise<boolean> {
    assert(!this.#isOver, 'A request that has answered under its key does not answer again.')
    const { clock, seal } = this.#input
    return writeResponse(db, this.#held, { sealed: seal(answer), at: clock.now(), isFinal })
  }

  async #end(how: { readonly isTold: boolean }): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#input.onOver(how)
  }
}
