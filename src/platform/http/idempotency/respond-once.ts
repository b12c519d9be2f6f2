import type { FastifyReply } from 'fastify'
import { assert } from '../../../kernel/assert.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Transactions, Tx } from '../../postgres/database.ts'
import { type ResponseContent, sendResponse, serializeResponse } from './serialize-response.ts'
import type { StoredResponse } from './stored-response.ts'

type Once<T> = {
  readonly database: Transactions
  /** The action; it calls `db.transaction` once and returns its result. */
  readonly act: (db: Transactions) => Promise<T>
  /** Called inside the transaction, before it commits: pure and quick. */
  readonly present: (result: T) => ResponseContent
  /**
   * Called after the commit, before anything is sent, and may wait: undefined keeps the first response, which is also
   * kept if this process fails or dies here. A refusal as unavailable is sent but not stored: a retry gets the first
   * response.
   */
  readonly revise?: (result: T) => Promise<ResponseContent | undefined>
}

/**
 * Runs an action and responds: the response is stored under the request's Idempotency-Key in the transaction of the
 * effect, so that neither exists without the other. Without a key it only acts and responds.
 */
export async function respondOnce<T>(reply: FastifyReply, once: Once<T>): Promise<FastifyReply> {
  const answering = new AnsweringTransactions(reply, once)
  const result = await once.act(answering)
  const { committed } = answering
  assert(committed?.result === result, 'An action that answers once returns what it committed.')
  if (once.revise !== undefined) {
    const { answer } = committed
    return sendResponse(reply, await revisedAnswer(reply, { result, answer }, once.revise))
  }
  await reply.request.keyClaim?.close()
  return sendResponse(reply, committed.answer)
}

/** Looks like an ordinary database to the action; its one transaction also stores the response. */
class AnsweringTransactions<T> implements Transactions {
  readonly #reply: FastifyReply
  readonly #once: Once<T>
  committed: { readonly result: unknown; readonly answer: StoredResponse } | undefined

  constructor(reply: FastifyReply, once: Once<T>) {
    this.#reply = reply
    this.#once = once
  }

  async transaction<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    assert(this.committed === undefined, 'An action that answers once has one transaction.')
    const { database, present, revise } = this.#once
    const done = await database.transaction(async (tx) => {
      const result = await work(tx)
      // That the action returns this result, so that R is T, is looked at once it has.
      const answer = serializeResponse(this.#reply, present(result as unknown as T))
      const { keyClaim } = this.#reply.request
      await keyClaim?.answerIn(tx, answer, { isFinal: revise === undefined })
      return { result, answer }
    })
    this.committed = done
    return done.result
  }
}

async function revisedAnswer<T>(
  reply: FastifyReply,
  { result, answer }: { readonly result: T; readonly answer: StoredResponse },
  revise: (result: T) => Promise<ResponseContent | undefined>,
): Promise<StoredResponse> {
  const { keyClaim, log } = reply.request
  const revised = await writtenRevision(reply, revise(result)).catch(async (error: unknown) => {
    if (error instanceof AppError && error.kind === 'unavailable') {
      await keyClaim?.letGo()
      throw error
    }
    // The effect is committed, and the first response describes it.
    log.error({ err: error }, 'a response could not be revised')
    return undefined
  })
  if (revised === undefined) {
    await keyClaim?.letGo()
    return answer
  }
  // If this node was considered dead, another node may have sent the first response.
  const isRevised = keyClaim === undefined || (await keyClaim.revise(revised))
  return isRevised ? revised : answer
}

async function writtenRevision(
  reply: FastifyReply,
  revising: Promise<ResponseContent | undefined>,
): Promise<StoredResponse | undefined> {
  const revised = await revising
  return revised === undefined ? undefined : serializeResponse(reply, revised)
}
