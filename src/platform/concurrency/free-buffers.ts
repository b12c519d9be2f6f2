import type { Readable } from 'node:stream'
import { http } from '../processes/node-http.ts'

/** Smaller ones may be part of a shared pool. */
const OWN_BYTES_MIN = Buffer.poolSize / 2

/**
 * Frees the memory of bytes that are no longer needed, unless it is shared. Otherwise streamed bytes trigger a full
 * garbage collection every few megabytes.
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  const isOwn = byteLength === buffer.byteLength && byteLength >= OWN_BYTES_MIN
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Frees the bytes read by the socket of a response as soon as they are parsed: the body has its own memory. */
export function freeSocketBuffers(response: Readable): void {
  if (!(response instanceof http.IncomingMessage)) return
  const { socket } = response
  const freed = (bytes: Uint8Array): void => {
    // Bytes after the response belong to the next one and are not parsed yet.
    if (!response.complete) freeBuffer(bytes)
  }
  // The parser's listener was added before this one.
  socket.on('data', freed)
  response.once('close', () => socket.off('data', freed))
}
