import { createHash } from 'node:crypto'
import type { RecordKind } from '../../catalogue/kinds.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { ImportSource } from './import-source.ts'
import type { BatchResult, LineProblem } from './ingest-batch.ts'
import { IngestReport } from './ingest-report.ts'
import { Ingester } from './ingester.ts'
import { type ImportFormat, readImport } from './read-import.ts'
import { deleteImport, findImport, type ImportKey, type ImportProgress, saveImport } from './record-import-store.ts'

type ImportRecordsDeps = {
  readonly db: Database
  readonly engine: Engine
  readonly clock: Clock
  readonly machineClock: Clock
  readonly by: AuditActor
}

type ImportRecords = {
  readonly organization: Organization
  readonly kind: RecordKind
  readonly source: ImportSource
  readonly format: ImportFormat
  /** Reads and checks everything, and stores nothing. */
  readonly isDryRun: boolean
  /** Starts from the beginning, even if an earlier run was interrupted. */
  readonly isRestart: boolean
  /** Called once, before anything is read, with the lines that an earlier run has processed. */
  readonly onResume: (lineCount: number) => void
  readonly onRejected: (problems: readonly LineProblem[]) => Promise<void>
  readonly onProgress: (report: IngestReport) => void
}

/** Stores the records of a file batch by batch; an interrupted import resumes where it stopped when it is run again. */
export async function importRecords(deps: ImportRecordsDeps, input: ImportRecords): Promise<IngestReport> {
  const { db, clock } = deps
  const { kind, source, isDryRun, isRestart } = input
  const { organizationId } = input.organization
  const format = withOwnMerchant(input.format, input.organization)
  const key = { organizationId, importId: importIdOf(kind, source, format) }
  const earlier = isDryRun || isRestart ? undefined : await findImport(db.db, key)
  if (earlier !== undefined) input.onResume(earlier.lineCount)
  const report = new IngestReport(earlier)
  const save = async (tx: Tx, result: BatchResult): Promise<void> => {
    // Before the batch counts as done: after a kill in between some rejections are reported twice, and none never.
    await input.onRejected(result.rejected)
    const progress = progressAfter(report, result)
    await saveImport(tx, key, { kind: kind.name, progress, at: clock.now() })
  }
  const ingester = new Ingester(
    { database: db, engine: deps.engine, storing: new Semaphore({ concurrencyMax: 1 }) },
    {
      kind,
      delivery: { organizationId, source: 'import' },
      clock,
      isDryRun,
      alongside: save,
      onStored: async (result) => {
        if (isDryRun) await input.onRejected(result.rejected)
        report.add(result)
        input.onProgress(report)
      },
    },
  )
  try {
    await readImport({ ingester, source, kind, resumeAt: earlier }, format)
  } catch (error) {
    await ingester.abandon()
    throw error
  }
  if (!isDryRun) await db.transaction((tx) => finishImport(tx, deps, { ...key, kind, report }))
  return report
}

async function finishImport(
  tx: Tx,
  { machineClock, by }: ImportRecordsDeps,
  { kind, report, ...key }: ImportKey & { readonly kind: RecordKind; readonly report: IngestReport },
): Promise<void> {
  await deleteImport(tx, key)
  const { accepted, duplicates, rejectedCount } = report
  await recordAudit(tx, {
    organizationId: key.organizationId,
    at: machineClock.now(),
    actor: by,
    action: 'records.imported',
    subject: `kind:${kind.name}`,
    details: { accepted, duplicates, rejected: rejectedCount },
  })
}

/** In a merchant's own CSV file, rows without a merchant are the merchant's. */
function withOwnMerchant(format: ImportFormat, { organizationId, type }: Organization): ImportFormat {
  if (format.name !== 'csv' || type !== 'merchant') return format
  const { mapping } = format
  const defaults = { merchantId: organizationId, ...mapping.defaults }
  return { ...format, mapping: { ...mapping, defaults } }
}

/** The same input with the same options is the same import. */
function importIdOf(kind: RecordKind, source: ImportSource, format: ImportFormat): string {
  const facts = JSON.stringify([kind.name, format, source.fingerprint])
  return createHash('sha256').update(facts).digest('hex').slice(0, 32)
}

function progressAfter(report: IngestReport, result: BatchResult): ImportProgress {
  const { end } = result
  return {
    offset: end.offset,
    prefixHash: end.prefixHash ?? Buffer.alloc(0),
    lineCount: end.lineCount,
    ...report.with(result),
    warningCount: report.warningCount + result.warnings.length,
  }
}
