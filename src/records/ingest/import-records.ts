import { createHash } from 'node:crypto'
import type { RecordKind } from '../../catalogue/kinds.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { feedIntake, type ImportFormat } from './import-feed.ts'
import type { ImportSource } from './import-source.ts'
import type { LineProblem } from './intake-batch.ts'
import { IntakeReport } from './intake-report.ts'
import { deleteImport, findImport, type ImportProgress, saveImport } from './record-import-store.ts'
import { RecordIntake } from './record-intake.ts'
import type { SettledBatch } from './settled-batch.ts'

type ImportRecordsDeps = {
  readonly db: Database
  readonly engine: Engine
  readonly clock: Clock
  readonly machineClock: Clock
  readonly by: AuditActor
}

type ImportRecords = {
  readonly organizationId: string
  readonly kind: RecordKind
  readonly source: ImportSource
  readonly format: ImportFormat
  /** Reads and looks everything up, and stores nothing. */
  readonly isDryRun: boolean
  /** Begins anew where an earlier run was interrupted. */
  readonly isRestart: boolean
  /** Told once, before anything is read, from which line on it goes on. */
  readonly onResume: (lineCount: number) => void
  readonly onRejected: (problems: readonly LineProblem[]) => Promise<void>
  readonly onProgress: (report: IntakeReport) => void
}

/** Stores the records of a file, batch by batch; one that is interrupted goes on where it stopped when it is asked for again. */
export async function importRecords(deps: ImportRecordsDeps, input: ImportRecords): Promise<IntakeReport> {
  const { db, clock } = deps
  const { organizationId, kind, source, format, isDryRun, isRestart } = input
  const key = { organizationId, importId: importIdOf(input) }
  const earlier = isDryRun || isRestart ? undefined : await findImport(db.db, key)
  if (earlier !== undefined) input.onResume(earlier.lineCount)
  const report = new IntakeReport(earlier)
  const save = async (tx: Tx, settled: SettledBatch): Promise<void> => {
    // Before it counts as done: a kill in between tells some twice, and none never.
    await input.onRejected(settled.rejected)
    const progress = progressAfter(report, settled)
    await saveImport(tx, key, { kind: kind.name, progress, at: clock.now() })
  }
  const intake = new RecordIntake(
    { database: db, engine: deps.engine, storing: new Semaphore({ atOnce: 1 }) },
    {
      kind,
      delivery: { organizationId, source: 'import' },
      clock,
      isDryRun,
      alongside: save,
      onSettled: async (settled) => {
        if (isDryRun) await input.onRejected(settled.rejected)
        report.add(settled)
        input.onProgress(report)
      },
    },
  )
  try {
    await feedIntake({ intake, source, kind, resumeAt: earlier }, format)
  } catch (error) {
    await intake.abandon()
    throw error
  }
  if (!isDryRun) await db.transaction((tx) => tellEnd(tx, deps, { ...input, ...key, report }))
  return report
}

async function tellEnd(
  tx: Tx,
  { machineClock, by }: ImportRecordsDeps,
  { organizationId, importId, kind, report }: ImportRecords & { importId: string; report: IntakeReport },
): Promise<void> {
  await deleteImport(tx, { organizationId, importId })
  const { accepted, duplicates, rejectedCount } = report
  await recordAudit(tx, {
    organizationId,
    at: machineClock.now(),
    actor: by,
    action: 'records.imported',
    subject: `kind:${kind.name}`,
    details: { accepted, duplicates, rejected: rejectedCount },
  })
}

/** The same input, asked for in the same way, is the same import. */
function importIdOf({ kind, source, format }: ImportRecords): string {
  const asked = JSON.stringify([kind.name, format, source.fingerprint])
  return createHash('sha256').update(asked).digest('hex').slice(0, 32)
}

function progressAfter(report: IntakeReport, { end, ...settled }: SettledBatch): ImportProgress {
  return {
    offset: end.offset,
    prefixHash: end.prefixHash ?? Buffer.alloc(0),
    lineCount: end.lineCount,
    accepted: report.accepted + settled.accepted,
    duplicates: report.duplicates + settled.duplicates,
    rejectedCount: report.rejectedCount + settled.rejectedCount,
    warningCount: report.warningCount + settled.warnings.length,
  }
}
