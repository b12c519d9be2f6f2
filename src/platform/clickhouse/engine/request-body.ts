import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { EngineException } from './engine-exception.ts'
import { BOUNDS } from './engine-settings.ts'

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Reads the whole body, unpacked, up to the bound of one insert. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const source = decoded(request)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > BOUNDS.insertMaxBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw EngineException.of(36, `The request body cannot be read: ${String(error)}.`)
  }
  if (length > BOUNDS.insertMaxBytes) throw tooLarge()
  return Buffer.concat(chunks, length)
}

/** Lets a refused upload end, within a bound, so that its sender reads the refusal instead of a broken connection. */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  request.unpipe()
  let length = 0
  await new Promise<void>((resolve) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > BOUNDS.discardMaxBytes) request.destroy()
    })
    request.once('end', resolve).once('close', resolve).once('error', resolve)
    request.resume()
  })
}

function decoded(request: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
  // Leaving the loop early must not destroy the request: the refusal is still to be sent on its connection.
  if (encoding === 'identity') return request.iterator({ destroyOnReturn: false })
  const decoder = DECODERS[encoding]?.()
  if (decoder === undefined) {
    throw EngineException.of(48, `The content encoding ${encoding} is not supported.`)
  }
  request.once('close', () => {
    if (!request.complete) decoder.destroy(new Error('the client went away'))
  })
  return request.pipe(decoder)
}

function tooLarge(): EngineException {
  const limit = BOUNDS.insertMaxBytes / 1024 / 1024
  return EngineException.of(
    305,
    `The request is larger than ${limit} MiB, the limit of one insert into the embedded engine: send smaller batches.`,
  )
}
