import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** Smaller ones may be parts of memory that many share. */
const OWN_BYTES_MIN = Buffer.poolSize / 2

/**
 * Frees the memory of bytes that nobody reads any more, where it is theirs alone. Left to itself, what passes
 * through makes the garbage collector look at everything again every few megabytes.
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  const isOwn = byteLength === buffer.byteLength && byteLength >= OWN_BYTES_MIN
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Frees what the socket of an answer has read as soon as it is parsed: its body has memory of its own. */
export function freeSocketBuffers(answer: Readable): void {
  if (!(answer instanceof IncomingMessage)) return
  const { socket } = answer
  const freed = (bytes: Uint8Array): void => {
    // What comes behind the answer is another's, who has not parsed it yet.
    if (!answer.complete) freeBuffer(bytes)
  }
  // Whoever parses has listened before.
  socket.on('data', freed)
  answer.once('close', () => socket.off('data', freed))
}
