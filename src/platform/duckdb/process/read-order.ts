import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { BOUNDS } from '../process-settings.ts'
import { clientGone, EngineFailure } from './engine-failure.ts'

/** Reads the whole body of a request as JSON. */
export async function readOrder<T>(request: IncomingMessage): Promise<T> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bounded(request, BOUNDS.orderMaxBytes)) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T
}

/** Writes the body to a file as it comes. */
export async function saveBody(request: IncomingMessage, file: string): Promise<void> {
  await pipeline(bounded(request, BOUNDS.insertMaxBytes), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}

async function* bounded(request: IncomingMessage, bytesMax: number): AsyncGenerator<Uint8Array, void> {
  let bytes = 0
  // Leaving the loop early must not destroy the request: the refusal is still to be sent on its connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > bytesMax) break
      yield chunk
    }
  } catch (error) {
    throw request.destroyed ? clientGone() : error
  }
  if (bytes > bytesMax) {
    request.resume()
    throw new EngineFailure(undefined, `An order has at most ${bytesMax} bytes.`)
  }
}
