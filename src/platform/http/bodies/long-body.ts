import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../kernel/errors.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'

/**
 * How large a body may be, and how slowly it may arrive: a client with a key could otherwise fill the disk, or hold a place
 * among the uploads by sending a byte now and then.
 */
export type LongBodyBounds = {
  readonly bytesMax: number
  /** In each such period of waiting for the sender … */
  readonly waitingMs: number
  /** … this much must arrive, unless the body ends. */
  readonly bytesMin: number
}

const timedByThemselves = new WeakSet<Socket>()

/** Whether a request on this connection may take longer than others, because its pace is monitored. */
export function isTimedByItself(socket: Socket): boolean {
  return timedByThemselves.has(socket)
}

/**
 * The bytes of a body for which the usual time is too short. It may go on for as long as its sender keeps a
 * pace; time without a reader does not count, because the sender is not to blame.
 */
export function longBody(
  { raw }: Pick<FastifyRequest, 'raw'>,
  payload: Readable,
  bounds: LongBodyBounds,
): AsyncGenerator<Buffer> {
  timedByThemselves.add(raw.socket)
  // Later requests on this connection have the usual timeouts.
  raw.once('close', () => timedByThemselves.delete(raw.socket))
  return watchedBody(payload, bounds)
}

async function* watchedBody(payload: Readable, bounds: LongBodyBounds): AsyncGenerator<Buffer> {
  // Leaving early must not destroy the request: the response is still to be sent on its connection.
  const chunks = payload.iterator({ destroyOnReturn: false })
  const pace = new Pace(bounds)
  let received = 0
  try {
    for (;;) {
      const { done, value } = await pace.next(chunks)
      if (done === true) return
      received += value.length
      if (received > bounds.bytesMax) throw bodyTooLarge(bounds.bytesMax)
      yield value
    }
  } finally {
    // Not awaited: it may be waiting for a sender that never sends again.
    chunks.return?.().catch(() => {})
  }
}

type Chunk = IteratorResult<Buffer, unknown>

class Pace {
  readonly #bounds: LongBodyBounds
  #waitedMs = 0
  #bytes = 0

  constructor(bounds: LongBodyBounds) {
    this.#bounds = bounds
  }

  async next(chunks: AsyncIterator<Buffer>): Promise<Chunk> {
    const coming = chunks.next()
    // Marked as handled: if the sender is too slow, it is never awaited again.
    coming.catch(() => {})
    for (;;) {
      const startedAt = performance.now()
      const chunk = await withTimeout(this.#bounds.waitingMs - this.#waitedMs, coming)
      this.#waitedMs += performance.now() - startedAt
      if (chunk?.done === true) return chunk
      this.#bytes += chunk?.value.length ?? 0
      if (chunk === undefined || this.#waitedMs >= this.#bounds.waitingMs) this.#look()
      if (chunk !== undefined) return chunk
    }
  }

  #look(): void {
    if (this.#bytes < this.#bounds.bytesMin) {
      throw new AppError('too-slow', 'REQUEST_TIMEOUT', 'The body arrives too slowly.')
    }
    this.#waitedMs = 0
    this.#bytes = 0
  }
}

export function bodyTooLarge(bytesMax: number): AppError {
  const mebibytes = Math.floor(bytesMax / 1024 / 1024)
  return new AppError('too-large', 'BODY_TOO_LARGE', `The body is larger than ${mebibytes} MiB.`)
}
