import type { RecordKind } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { newId } from '../../platform/secrets/random.ts'
import { isStoreUnavailable } from '../../platform/stores/is-store-unavailable.ts'
import { IngestReport } from '../ingest/ingest-report.ts'
import { Ingester, type IngesterDeps } from '../ingest/ingester.ts'
import { type Line, LineSplitter } from '../ingest/line-splitter.ts'
import { DamagedPacking } from '../reading/unpack.ts'
import { WorkSlices } from '../storage/work-slices.ts'
import { RejectionLog } from './rejection-log.ts'

type IngestUploadDeps = IngesterDeps & { readonly clock: Clock }

type Upload = {
  /** Who sends the records; it may send those of its own merchants and of merchants below it. */
  readonly organizationId: string
  readonly kind: RecordKind
  /** One record per line, unpacked. */
  readonly bytes: AsyncIterable<Buffer>
}

export type UploadReport = {
  readonly report: IngestReport
  /** Where all rejections can be downloaded; undefined where there are none. */
  readonly batchId: string | undefined
}

const RETRY_AFTER_SECONDS = 2
/** PostgreSQL's code for a statement timeout: others are storing records of the same merchants. */
const STATEMENT_TIMEOUT = '57014'

/** Stores an upload of any size batch by batch; batches stored before a failure stay stored. */
export async function ingestUpload(deps: IngestUploadDeps, upload: Upload): Promise<UploadReport> {
  const { database, clock } = deps
  const { organizationId, kind, bytes } = upload
  const receivedAt = clock.now()
  const report = new IngestReport()
  const rejections = new RejectionLog(database, { organizationId, batchId: newId(), kind: kind.name, receivedAt })
  const ingester = new Ingester(deps, {
    kind,
    delivery: { organizationId, source: 'ingest' },
    clock,
    onStored: async (result) => {
      await rejections.add(result.rejected)
      report.add(result)
    },
  })
  try {
    await ingestLines(ingester, bytes)
    return { report, batchId: await rejections.end() }
  } catch (error) {
    await ingester.abandon()
    throw explained(error, report.lineCount)
  }
}

async function ingestLines(ingester: Ingester, bytes: AsyncIterable<Buffer>): Promise<void> {
  const splitter = new LineSplitter()
  const slices = new WorkSlices()
  const ingest = async (lines: Iterable<Line>): Promise<void> => {
    for (const line of lines) {
      ingester.addLine(line)
      if (ingester.isFull) await ingester.handOver(splitter.position)
      if (slices.isOver) await slices.pause()
    }
  }
  for await (const chunk of bytes) await ingest(splitter.lines(chunk))
  await ingest(splitter.end())
  await ingester.end(splitter.position)
}

/** Adds how far the upload got, for a client that can send it again. */
function explained(error: unknown, lineCount: number): unknown {
  const stored =
    lineCount === 0
      ? 'Nothing was stored.'
      : `The first ${lineCount} lines had been processed: it is safe to send the whole body again.`
  if (error instanceof DamagedPacking) {
    const message = `The body cannot be decompressed: ${error.message} ${stored}`
    return new AppError('invalid', 'DAMAGED_BODY', message, [], { cause: error })
  }
  if (isStoreUnavailable(error) || (error as { code?: unknown }).code === STATEMENT_TIMEOUT) {
    const message = `Storage is temporarily unavailable; please retry. ${stored}`
    const refusal = { kind: 'unavailable', code: 'STORE_UNAVAILABLE', message } as const
    return new RetryLater(refusal, RETRY_AFTER_SECONDS, { cause: error })
  }
  if (error instanceof AppError && !(error instanceof RetryLater)) {
    const { kind, code, details } = error
    return new AppError(kind, code, `${error.message} ${stored}`, details, { cause: error })
  }
  return error
}
