import type { RecordKind } from '../../catalogue/kinds.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import type { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/secrets/random.ts'
import { isStoreUnavailable } from '../../platform/stores/is-store-unavailable.ts'
import { BatchStoring, type BatchStoringDeps } from '../ingest/batch-storing.ts'
import { type BatchResult, IngestBatch } from '../ingest/ingest-batch.ts'
import { IngestReport } from '../ingest/ingest-report.ts'
import { REJECTED_IN_A_ROW_MAX } from '../ingest/line-reading.ts'
import { NO_RUN, runAfter } from '../ingest/rejected-runs.ts'
import type { ReadLines } from './line-reader-protocol.ts'
import type { LineReader, LineReaders } from './line-readers.ts'
import { RejectionLog } from './rejection-log.ts'
import { INTERRUPTED, UploadAudit } from './upload-audit.ts'
import { TOO_MANY_REJECTED_LINES, tooManyRejectedLines, uploadFailure } from './upload-failure.ts'

export type IngestUploadDeps = BatchStoringDeps & {
  readonly clock: Clock
  readonly machineClock: Clock
  readonly readers: LineReaders
  /** A smaller limit than usual, for tests that need many batches. */
  readonly batchRowsMax?: number
}

type Upload = {
  /** The sender of the records; it may send those of its own merchants and of merchants below it. */
  readonly organizationId: string
  /** The organization of the sender's key. */
  readonly owner: string
  readonly kind: RecordKind
  readonly by: AuditActor
  /** One record per line, unpacked. */
  readonly bytes: AsyncIterable<Buffer>
  /** The part of the body received so far. */
  readonly body: { readonly bytes: number; sha256(): Buffer }
  /** Called before each batch is stored; refuses if the sender may no longer send records. */
  readonly stillAllowed: () => Promise<void>
}

export type UploadReport = {
  readonly report: IngestReport
  /** Where all rejections can be downloaded; undefined where there are none. */
  readonly batchId: string | undefined
  /** Why the upload ended before all of it was processed. */
  readonly endedBy: AppError | undefined
}

/** Stores an upload of any size batch by batch; batches stored before a failure stay stored. */
export async function ingestUpload(deps: IngestUploadDeps, upload: Upload): Promise<UploadReport> {
  const { database, clock } = deps
  const { organizationId, kind, by, body, stillAllowed } = upload
  const receivedAt = clock.now()
  const report = new IngestReport()
  const uploadId = newId()
  const rejections = new RejectionLog(database, { organizationId, batchId: uploadId, kind: kind.name, receivedAt })
  const audit = new UploadAudit(deps, { organizationId, uploadId, kind: kind.name, by, body })
  let rejected = NO_RUN
  const storing = new BatchStoring(deps, {
    organizationId,
    before: stillAllowed,
    alongside: (tx, result, how) => audit.alongside(tx, { endedBy: undefined, ...how, counts: report.with(result) }),
    onStored: async (result: BatchResult, { isLast }) => {
      audit.committed({ isLast })
      await rejections.add(result.rejected)
      report.add(result)
      rejected = runAfter(rejected, result.rejectedRuns)
      if (!isLast && rejected.longest >= REJECTED_IN_A_ROW_MAX) throw tooManyRejectedLines()
    },
  })
  const read = { kindName: kind.name, organizationId, rowsMax: deps.batchRowsMax }
  const reader = deps.readers.open(read, upload)
  try {
    await new UploadReading(deps, upload, { reader, storing }).readAll()
    await audit.finish(database, { counts: report, endedBy: undefined })
    return { report, batchId: await rejections.end(), endedBy: undefined }
  } catch (error) {
    await storing.abandon()
    const endedBy = uploadFailure(error, report.lineCount)
    const isFinished = await isDoneIfPossible(() =>
      audit.finish(database, { counts: report, endedBy: endedBy?.code ?? INTERRUPTED }),
    )
    if (endedBy === undefined) throw error
    return { report, batchId: isFinished ? await rejections.end() : undefined, endedBy }
  } finally {
    reader.close()
  }
}

/** Returns false if PostgreSQL is unavailable; a job writes the audit entry then. */
async function isDoneIfPossible(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isStoreUnavailable(error)) return false
    throw error
  }
}

type Sides = { readonly reader: LineReader; readonly storing: BatchStoring }

/** Passes bytes to the reader, and its batches on to be stored. */
class UploadReading {
  readonly #clock: Clock
  readonly #upload: Upload
  readonly #reader: LineReader
  readonly #storing: BatchStoring

  constructor({ clock }: IngestUploadDeps, upload: Upload, { reader, storing }: Sides) {
    this.#clock = clock
    this.#upload = upload
    this.#reader = reader
    this.#storing = storing
  }

  async readAll(): Promise<void> {
    let isStopped = await this.#readBody()
    if (!isStopped) isStopped = await this.#handOver(await this.#reader.end(), { isEnd: true })
    await this.#storing.finish()
    if (isStopped) throw tooManyRejectedLines()
  }

  /** Returns whether the reader has stopped. While it reads some bytes, the next ones are received. */
  async #readBody(): Promise<boolean> {
    let reading: Promise<ReadLines> | undefined
    for await (const bytes of this.#upload.bytes) {
      this.#storing.throwIfFailed()
      const next = this.#reader.read(bytes, { clockMs: this.#nowMs() })
      // It is awaited in the next turn, unless something else fails before.
      next.catch(() => {})
      if (reading !== undefined && (await this.#handOver(await reading))) return true
      reading = next
    }
    return reading !== undefined && (await this.#handOver(await reading))
  }

  async #handOver({ batches, isStopped }: ReadLines, { isEnd = false } = {}): Promise<boolean> {
    const { kind, organizationId } = this.#upload
    const delivery = { organizationId, source: 'ingest', receivedAtMs: () => this.#nowMs() } as const
    for (const [index, { packed, end }] of batches.entries()) {
      const isLast = (isEnd || isStopped) && index === batches.length - 1
      const endedBy = isStopped ? TOO_MANY_REJECTED_LINES : undefined
      await this.#storing.handOver(new IngestBatch(kind, delivery, { packed }), end, { isLast, endedBy })
    }
    return isStopped
  }

  #nowMs(): number {
    return this.#clock.now().epochMilliseconds
  }
}
