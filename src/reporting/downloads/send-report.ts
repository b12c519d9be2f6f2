import { pipeline, type Readable, type Transform } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { actorOf } from '../../organizations/index.ts'
import { FILE_EXTENSIONS, type Report, type ReportMimeType } from '../reports/report.ts'
import { CheckedContent, DamagedContent } from './checked-content.ts'
import { type DownloadDeps, downloadReport, fileOf, refuseUnlessStored } from './download-report.ts'
import { type FileResponse, fileRequest, fileResponse, type ServedFile } from './file-response.ts'

const CONTENT_TYPES: Readonly<Record<ReportMimeType, string>> = {
  'text/csv': 'text/csv; charset=utf-8',
  'application/xml': 'application/xml; charset=utf-8',
  'application/x-ndjson': 'application/x-ndjson; charset=utf-8',
  'application/vnd.apache.parquet': 'application/vnd.apache.parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Sends the report's file. Only a response with a body is audited as a download. */
export async function sendReport(
  deps: DownloadDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  report: Report,
): Promise<FastifyReply> {
  const file = servedFile(report)
  const response = fileResponse(file, fileRequest(request.method, request.headers))
  if (response.status === 304) return sendHeaders(reply, response)
  await refuseUnlessStored({ ...deps, log: request.log }, report)
  if (response.status === 416) return refuseRange(reply, response, file)
  if (request.method === 'HEAD') return sendHeaders(reply, response)
  const { by } = actorOf(request)
  const content = await downloadReport(deps, by, { report, part: response.part })
  return sendContent(reply, { file, response, content })
}

function servedFile(report: Report): ServedFile {
  const { mimeType, reportName } = report.terms
  const { bytes, sha256 } = fileOf(report)
  const contentType = CONTENT_TYPES[mimeType]
  return {
    name: `${reportName}.${FILE_EXTENSIONS[mimeType]}`,
    contentType,
    bytes,
    sha256,
    // The binary formats are already compressed.
    isCompressible: contentType.includes('charset'),
  }
}

/** Reports are so repetitive that a higher level hardly makes them smaller. */
const GZIP_LEVEL = 4
/** A client may be slow, but a connection without any progress is closed. */
const IDLE_MS_MAX = 300_000

/** Sends a response without a body: 304, or the response to HEAD. */
function sendHeaders(reply: FastifyReply, response: FileResponse): FastifyReply {
  return setHeaders(reply, response).send()
}

/** Keeps the route's own values of `vary`. */
function setHeaders(reply: FastifyReply, { status, headers }: FileResponse): FastifyReply {
  const vary = [reply.getHeader('vary'), headers['vary']].filter((names) => names !== undefined)
  reply.code(status).headers(headers)
  return vary.length === 0 ? reply : reply.header('vary', vary.join(', '))
}

/** Names the length of the file, so that the client can correct its range. */
function refuseRange(reply: FastifyReply, { headers }: FileResponse, { bytes }: ServedFile): never {
  reply.headers(headers)
  throw new AppError(
    'out-of-range',
    'RANGE_NOT_SATISFIABLE',
    `The requested range lies outside the file, which has ${bytes} bytes.`,
    [{ field: 'Range', reason: 'RANGE_NOT_SATISFIABLE' }],
  )
}

/** Streams the file, at the speed of the client. A whole file is verified on the way. */
function sendContent(
  reply: FastifyReply,
  { file, response, content }: { file: ServedFile; response: FileResponse; content: Readable },
): FastifyReply {
  setHeaders(reply, response)
  reply.raw.setTimeout(IDLE_MS_MAX)
  if (response.part !== undefined) return reply.send(content)
  const steps: readonly Transform[] = [
    new CheckedContent(file),
    ...(response.isCompressed ? [createGzip({ level: GZIP_LEVEL })] : []),
  ]
  const sent = pipeline([content, ...steps], (error) => {
    if (!(error instanceof DamagedContent)) return
    const facts = { file: file.name, reason: error.difference }
    reply.log.error(facts, 'stored file is damaged; download aborted')
  })
  return reply.send(sent)
}
