import { Readable } from 'node:stream'
import type { Static } from 'typebox'
import { findKind, KINDS, type RecordKind } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import { hasNoValue } from '../../kernel/reading/reading.ts'
import { ActingFor } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import {
  BatchParams,
  DOWNLOAD_RESPONSES,
  KindParams,
  RecordLines,
  UPLOAD_REFUSALS,
  UploadHeaders,
  UploadResponse,
} from './contract.ts'
import { ingestUpload, type UploadReport } from './ingest-upload.ts'
import { readRejections } from './rejection-log.ts'
import { findRejectedBatch } from './rejection-store.ts'
import { Spool } from './spool.ts'
import { addUploadBody, refuseUnreadable, unpackedBytes, uploadFingerprint, uploadOf } from './upload-body.ts'

type IngestRoutesDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly clock: Clock
  /** Where bodies wait that must be complete before they are used; it is emptied. */
  readonly spoolFolder: string
}

/** Each upload may hold two batches in memory. */
const UPLOADS_AT_ONCE = 16
const UPLOADS_WAITING_MAX = 256
/** Each takes one of the PostgreSQL connections that all requests share. */
const BATCHES_AT_ONCE = 4
const RETRY_AFTER_SECONDS = 5

const PREFIX = '/ingest/v1'
const NDJSON_TYPE = 'application/x-ndjson'
const DOCUMENTED = { tags: ['Records'], querystring: ActingFor } as const

const UPLOAD = {
  config: {
    scope: 'ingest',
    idempotencyFingerprint: uploadFingerprint,
    documentedBody: RecordLines,
    documentedHeaders: UploadHeaders,
    documentedResponses: UPLOAD_REFUSALS,
  },
  schema: {
    operationId: 'ingestRecords',
    summary: 'Send records',
    description:
      'One record per line. Valid lines are stored even if others are rejected, and it is safe to send them again.',
    ...DOCUMENTED,
    params: KindParams,
    consumes: [NDJSON_TYPE],
    response: { 200: UploadResponse },
  },
} as const

const DOWNLOAD = {
  config: { scope: 'ingest', documentedResponses: DOWNLOAD_RESPONSES },
  schema: {
    operationId: 'getRejectedLines',
    summary: 'List the rejected lines of an upload',
    description: 'All reasons as a file, one per line.',
    ...DOCUMENTED,
    params: BatchParams,
  },
} as const

/** The routes that ingest records over HTTP. */
export function ingestRoutes(deps: IngestRoutesDeps): RoutePlugin {
  const { database, clock, spoolFolder } = deps
  const spool = new Spool(spoolFolder)
  spool.empty()
  const uploads = new Semaphore({ atOnce: UPLOADS_AT_ONCE })
  const storing = new Semaphore({ atOnce: BATCHES_AT_ONCE })
  return async (app) => {
    addUploadBody(app, spool)
    app.post(
      `${PREFIX}/records/:kind`,
      {
        ...UPLOAD,
        onRequest: async (request) => {
          kindNamed((request.params as { readonly kind: string }).kind)
          refuseUnreadable(request)
        },
      },
      async (request) => {
        const { organization, params, query, log } = request
        const upload = uploadOf(request)
        if (upload === undefined) throw missingBody()
        if (uploads.waiting >= UPLOADS_WAITING_MAX) throw tooManyUploads()
        const kind = kindNamed(params.kind)
        const { organizationId } = organization
        const ingested = await uploads.run(() =>
          ingestUpload({ ...deps, storing }, { organizationId, kind, bytes: unpackedBytes(upload) }),
        )
        const { accepted, duplicates, rejectedCount, lineCount } = ingested.report
        const facts = { kind: kind.name, organizationId, accepted, duplicates, rejectedCount }
        log.info({ ...facts, lineCount }, 'records ingested')
        return presentReport(ingested, query)
      },
    )
    app.get(`${PREFIX}/batches/:batchId/rejected`, DOWNLOAD, async ({ organization, params }, reply) => {
      const key = { organizationId: organization.organizationId, batchId: params.batchId }
      const batch = await findRejectedBatch(database.db, key, { at: clock.now() })
      if (batch === undefined) throw unknownBatch()
      const name = `rejected-${batch.kind}-${batch.batchId}.ndjson`
      return reply
        .headers({
          'content-type': NDJSON_TYPE,
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(readRejections(database.db, batch), { objectMode: false }))
    })
  }
}

function presentReport(
  { report, batchId }: UploadReport,
  query: Static<typeof ActingFor>,
): Static<typeof UploadResponse> {
  const { accepted, duplicates, rejectedCount, warningCount } = report
  const counts = { accepted, duplicates, rejectedCount, warningCount }
  const problems = { rejected: [...report.rejected], warnings: [...report.warnings] }
  if (batchId === undefined) return { ...counts, ...problems }
  // A caller that acts for another organization must name it again.
  const { organizationId } = query
  const actingFor = hasNoValue(organizationId) ? '' : `?organizationId=${organizationId}`
  const href = `${PREFIX}/batches/${batchId}/rejected${actingFor}`
  return { ...counts, ...problems, batchId, _links: { rejected: { href } } }
}

function kindNamed(name: string): RecordKind {
  const kind = findKind(name)
  if (kind !== undefined) return kind
  const message = `Unknown kind of record. The kinds are ${Object.keys(KINDS).join(', ')}.`
  throw new AppError('not-found', 'NOT_FOUND', message, [{ field: 'kind', reason: 'NOT_FOUND' }])
}

function unknownBatch(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'No upload with this batchId has rejected lines.', [
    { field: 'batchId', reason: 'NOT_FOUND' },
  ])
}

function missingBody(): AppError {
  const message = 'The body is missing. Send one record per line as application/x-ndjson.'
  return new AppError('invalid', 'MISSING_BODY', message)
}

function tooManyUploads(): RetryLater {
  const message = 'Too many uploads are waiting; please retry later.'
  const refusal = { kind: 'unavailable', code: 'TOO_MANY_UPLOADS', message } as const
  return new RetryLater(refusal, RETRY_AFTER_SECONDS)
}
