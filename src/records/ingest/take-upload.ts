import type { RecordKind } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { newId } from '../../platform/secrets/random.ts'
import { isStoreUnavailable } from '../../platform/stores/is-store-unavailable.ts'
import { DamagedPacking } from '../reading/unpack.ts'
import { WorkSlices } from '../storage/work-slices.ts'
import { IntakeReport } from './intake-report.ts'
import { type Line, LineSplitter } from './line-splitter.ts'
import { type IntakeDeps, RecordIntake } from './record-intake.ts'
import { RejectionLog } from './rejection-log.ts'

type TakeUploadDeps = IntakeDeps & { readonly clock: Clock }

type Upload = {
  /** Who brings the records; its own merchants and those below it may be named. */
  readonly organizationId: string
  readonly kind: RecordKind
  /** One record a line, unpacked. */
  readonly bytes: AsyncIterable<Buffer>
}

export type UploadReport = {
  readonly report: IntakeReport
  /** By which all rejections are found; undefined where there are none. */
  readonly batchId: string | undefined
}

const RETRY_AFTER_SECONDS = 2
/** PostgreSQL's word for a statement that took too long: others store records of the same merchants. */
const LOCK_WAIT_OVER = '57014'

/** Stores an upload batch by batch, so that it may be of any size; what was stored when it fails, stays. */
export async function takeUpload(deps: TakeUploadDeps, upload: Upload): Promise<UploadReport> {
  const { database, clock } = deps
  const { organizationId, kind, bytes } = upload
  const receivedAt = clock.now()
  const report = new IntakeReport()
  const batch = { organizationId, batchId: newId(), kind: kind.name, receivedAt }
  const rejections = new RejectionLog(database, batch)
  const intake = new RecordIntake(deps, {
    kind,
    delivery: { organizationId, source: 'ingest' },
    clock,
    onSettled: async (settled) => {
      await rejections.add(settled.rejected)
      report.add(settled)
    },
  })
  try {
    await takeLines(intake, bytes)
    return { report, batchId: await rejections.end() }
  } catch (error) {
    await intake.abandon()
    throw explained(error, report.lineCount)
  }
}

async function takeLines(intake: RecordIntake, bytes: AsyncIterable<Buffer>): Promise<void> {
  const splitter = new LineSplitter()
  const slices = new WorkSlices()
  const take = async (lines: Iterable<Line>): Promise<void> => {
    for (const line of lines) {
      intake.addLine(line)
      if (intake.isFull) await intake.handOver(splitter.position)
      if (slices.isOver) await slices.pause()
    }
  }
  for await (const chunk of bytes) await take(splitter.lines(chunk))
  await take(splitter.end())
  await intake.end(splitter.position)
}

/** Says how far it came, for whoever can send it again. */
function explained(error: unknown, lineCount: number): unknown {
  const stored =
    lineCount === 0
      ? 'Nothing was stored.'
      : `The first ${lineCount} lines had been dealt with before: sending all of it again does no harm.`
  if (error instanceof DamagedPacking) {
    const message = `The body cannot be unpacked: ${error.message} ${stored}`
    return new AppError('invalid', 'DAMAGED_BODY', message, [], { cause: error })
  }
  if (isStoreUnavailable(error) || (error as { code?: unknown }).code === LOCK_WAIT_OVER) {
    const message = `The service cannot reach its store at the moment; ask again soon. ${stored}`
    const refusal = { kind: 'unavailable', code: 'STORE_UNAVAILABLE', message } as const
    return new RetryLater(refusal, RETRY_AFTER_SECONDS, { cause: error })
  }
  if (error instanceof AppError && !(error instanceof RetryLater)) {
    const { kind, code, details } = error
    return new AppError(kind, code, `${error.message} ${stored}`, details, { cause: error })
  }
  return error
}
