import type { FastifyReply } from 'fastify'
import { assert } from '../../../kernel/assert.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Transactions, Tx } from '../../postgres/database.ts'
import { type ResponseContent, sendResponse, serializeResponse } from './serialize-response.ts'
import type { StoredResponse } from './stored-response.ts'

type SingleResponse<T> = {
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
export async function respondOnce<T>(reply: FastifyReply, once: SingleResponse<T>): Promise<FastifyReply> {
  const { keyClaim } = reply.request
  const done: { committed?: Committed<unknown> } = {}
  const result = await once.act({
    // Looks like an ordinary database to the action; its one transaction also stores the response.
    transaction: async <R>(work: (tx: Tx) => Promise<R>): Promise<R> => {
      assert(done.committed === undefined, 'An action that responds once has one transaction.')
      const committed = await once.database.transaction(async (tx) => {
        const worked = await work(tx)
        // R is T if the action returns this result, which is asserted below.
        const response = serializeResponse(reply, once.present(worked as unknown as T))
        await keyClaim?.respondIn(tx, response, { isFinal: once.revise === undefined })
        return { result: worked, response }
      })
      done.committed = committed
      return committed.result
    },
  })
  const { committed } = done
  assert(committed?.result === result, 'An action that responds once returns what it committed.')
  const { response } = committed
  if (once.revise !== undefined) {
    return sendResponse(reply, await revisedResponse(reply, { result, response }, once.revise))
  }
  await keyClaim?.close()
  return sendResponse(reply, response)
}

type Committed<T> = { readonly result: T; readonly response: StoredResponse }

async function revisedResponse<T>(
  reply: FastifyReply,
  { result, response }: Committed<T>,
  revise: (result: T) => Promise<ResponseContent | undefined>,
): Promise<StoredResponse> {
  const { keyClaim, log } = reply.request
  let revised: StoredResponse | undefined
  try {
    const content = await revise(result)
    revised = content && serializeResponse(reply, content)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unavailable') {
      await keyClaim?.letGo()
      throw error
    }
    // The effect is committed, and the first response describes it.
    log.error({ err: error }, 'a response could not be revised')
  }
  if (revised === undefined) {
    await keyClaim?.letGo()
    return response
  }
  // If this node was considered dead, another node may have sent the first response.
  const isRevised = keyClaim === undefined || (await keyClaim.revise(revised))
  return isRevised ? revised : response
}
