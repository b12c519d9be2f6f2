import { pipeline, type Readable, type Transform } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { CheckedContent, DamagedContent } from './checked-content.ts'
import type { FileResponse, ServedFile } from './file-response.ts'

/** Reports repeat themselves so much that more effort hardly makes them smaller. */
const GZIP_LEVEL = 4
/** A client may be as slow as it likes, but it has to take something now and then. */
const STANDSTILL_MS_MAX = 300_000

/** The answer without a body: nothing has changed, or only the head was asked for. */
export function sendHeaders(reply: FastifyReply, answer: FileResponse): FastifyReply {
  return setHeaders(reply, answer).send()
}

/** What the route has found the answer to depend on stays named. */
function setHeaders(reply: FastifyReply, { status, headers }: FileResponse): FastifyReply {
  const vary = [reply.getHeader('vary'), headers['vary']].filter((names) => names !== undefined)
  reply.code(status).headers(headers)
  return vary.length === 0 ? reply : reply.header('vary', vary.join(', '))
}

/** Tells the length, so that the client may ask for what there is. */
export function refuseRange(reply: FastifyReply, { headers }: FileResponse, { bytes }: ServedFile): never {
  reply.headers(headers)
  throw new AppError(
    'out-of-range',
    'RANGE_NOT_SATISFIABLE',
    `The requested range lies outside the file, which has ${bytes} bytes.`,
    [{ field: 'Range', reason: 'RANGE_NOT_SATISFIABLE' }],
  )
}

/**
 * Sends what was read of the file, no faster than the client takes it. A whole file is checked on its way. A
 * client that goes away ends the reading.
 */
export function sendContent(
  reply: FastifyReply,
  { file, answer, content }: { file: ServedFile; answer: FileResponse; content: Readable },
): FastifyReply {
  setHeaders(reply, answer)
  reply.raw.setTimeout(STANDSTILL_MS_MAX)
  if (answer.part !== undefined) return reply.send(content)
  const steps: readonly Transform[] = [
    new CheckedContent(file),
    ...(answer.isPacked ? [createGzip({ level: GZIP_LEVEL })] : []),
  ]
  const sent = pipeline([content, ...steps], (error) => {
    if (!(error instanceof DamagedContent)) return
    const facts = { file: file.name, reason: error.difference }
    reply.log.error(facts, 'stored file is damaged; download aborted')
  })
  return reply.send(sent)
}
