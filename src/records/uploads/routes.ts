import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { findKind, KINDS, type RecordKind } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import { ActingFor, actorOf, refuseIfNoLongerAllowed } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { perOrganization } from '../../platform/http/limits/per-organization.ts'
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
import { LineReaders } from './line-readers.ts'
import { PREFIX, presentReport, withFacts } from './present.ts'
import { readRejections } from './rejection-log.ts'
import { findRejectedBatch } from './rejection-store.ts'
import { Spool } from './spool.ts'
import { unpackedBytes } from './unpacked-bytes.ts'
import { addUploadBody, refuseUnreadable, uploadFingerprint, uploadOf } from './upload-body.ts'

type IngestRoutesDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly clock: Clock
  readonly machineClock: Clock
  /** Where bodies wait that must be complete before they are used; it is emptied. */
  readonly spoolFolder: string
}

/** Of one organization on this node: uploads that store a batch at the moment, and bodies on disk. */
const STORING_PER_ORGANIZATION_MAX = 4
const SPOOLED_PER_ORGANIZATION_MAX = 8
/** Of one organization on this node, however slow their senders are: each may hold a batch in memory. */
const UPLOADS_OPEN_MAX = 64
/** Of all organizations, so that one that waits for its own locks leaves room; each takes a PostgreSQL connection. */
const CONCURRENT_BATCHES = 6

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
  const readers = new LineReaders()
  const ingest = uploading({ ...deps, readers })
  return async (app) => {
    addUploadBody(app, {
      spool,
      spooling: new FairTurns(perOrganization(SPOOLED_PER_ORGANIZATION_MAX, 'signed uploads')),
    })
    app.addHook('onClose', () => readers.close())
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
        const ingested = await ingest(request, kindNamed(request.params.kind))
        const response = presentReport(ingested, request.query)
        if (ingested.endedBy === undefined) return response
        // These are about the sender at the moment: another key may send the same body under the same Idempotency-Key.
        if (ingested.endedBy.kind === 'forbidden') await request.keyClaim?.letGo()
        throw withFacts(ingested.endedBy, { ...response, lineCount: ingested.report.lineCount })
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

/** Ingests the body of a request, within the limits of its organization. */
function uploading(deps: IngestRoutesDeps & { readonly readers: LineReaders }) {
  const open = new FairTurns(perOrganization(UPLOADS_OPEN_MAX, 'open uploads'))
  const storingOfOne = new FairTurns(perOrganization(STORING_PER_ORGANIZATION_MAX, 'uploads'))
  const storingOfAll = new FairTurns({ concurrencyMax: CONCURRENT_BATCHES })
  const { database, machineClock } = deps
  return async (request: FastifyRequest, kind: RecordKind): Promise<UploadReport> => {
    const upload = uploadOf(request)
    if (upload === undefined) throw missingBody()
    const { organizationId } = request.organization
    // A partner does not get a multiple by acting for many merchants.
    const owner = request.caller.owner.organizationId
    const storing = {
      run: <T>(work: () => Promise<T>) => storingOfOne.run(owner, () => storingOfAll.run(owner, work)),
    }
    const ingested = await open.run(owner, () =>
      ingestUpload(
        { ...deps, storing },
        {
          organizationId,
          owner,
          kind,
          by: actorOf(request).by,
          bytes: unpackedBytes(upload.received, upload.packing),
          body: upload.hash,
          stillAllowed: () => refuseIfNoLongerAllowed({ db: database.db, machineClock }, request),
        },
      ),
    )
    const { accepted, duplicates, rejectedCount, lineCount } = ingested.report
    const facts = { kind: kind.name, organizationId, accepted, duplicates, rejectedCount, lineCount }
    request.log.info({ ...facts, endedBy: ingested.endedBy?.code }, 'records ingested')
    return ingested
  }
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
