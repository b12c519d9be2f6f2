import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../organizations/index.ts'
import { FILE_EXTENSIONS, type Report, type ReportMimeType } from '../reports/report.ts'
import { type DownloadDeps, downloadReport, refuseUnlessStored } from './download-report.ts'
import { fileOf } from './downloadable.ts'
import { fileRequest, fileResponse, type ServedFile } from './file-response.ts'
import { refuseRange, sendContent, sendHeaders } from './send-file.ts'

const CONTENT_TYPES: Readonly<Record<ReportMimeType, string>> = {
  'text/csv': 'text/csv; charset=utf-8',
  'application/xml': 'application/xml; charset=utf-8',
  'application/x-ndjson': 'application/x-ndjson; charset=utf-8',
  'application/vnd.apache.parquet': 'application/vnd.apache.parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Answers with the report's file, or says why there is none. Only bytes that are sent are a download. */
export async function sendReport(
  deps: DownloadDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  report: Report,
): Promise<FastifyReply> {
  const file = servedFile(report)
  const answer = fileResponse(file, fileRequest(request.method, request.headers))
  if (answer.status === 304) return sendHeaders(reply, answer)
  await refuseUnlessStored({ ...deps, log: request.log }, report)
  if (answer.status === 416) return refuseRange(reply, answer, file)
  if (request.method === 'HEAD') return sendHeaders(reply, answer)
  const { by } = actorOf(request)
  const content = await downloadReport(deps, by, { report, part: answer.part })
  return sendContent(reply, { file, answer, content })
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
    // The others are packed by themselves.
    isPackable: contentType.includes('charset'),
  }
}
