import { createHash } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import { FileMissing } from '../../platform/file-store/file-store.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { ReportSource } from '../../records/index.ts'
import { needsSlices, readStoredState, summarizeReport } from '../generation/engine-queries.ts'
import { type FileDeps, hashReportFile } from '../generation/report-file.ts'
import { layoutOf } from '../generation/report-query.ts'
import { loadScope, type ScopeDeps } from '../generation/report-scope.ts'
import type { Report, ReportFile, ReportManifest } from '../reports/report.ts'

export type VerifyDeps = FileDeps & ScopeDeps

/** A record that has changed since the report was generated. */
type RecordChange = {
  readonly merchantId: string
  readonly recordId: string
  readonly occurredAt: string
  /** A new record is `late` in its first version and `corrected` in any other. */
  readonly change: 'late' | 'corrected' | 'deleted' | 'erased'
}

export type Verification = {
  readonly report: Report
  /** Whether the stored file is the one that was generated. */
  readonly file: 'intact' | 'damaged' | 'missing'
  /** Whether the current records give the same bytes. */
  readonly isReproduced: boolean
  readonly rowsThen: number
  readonly rowsNow: number
  /** Empty if the bytes are the same; limited in number. */
  readonly changes: readonly RecordChange[]
  readonly areAllListed: boolean
}

const CHANGES_MAX = 1_000

/** Compares the stored file with its hash, generates it again, and lists the changes since. */
export async function verifyReport(deps: VerifyDeps, report: Report, signal: AbortSignal): Promise<Verification> {
  const { file, manifest } = fileAndManifestOf(report)
  const stored = await checkStoredFile(deps, file)
  const scope = await loadScope({ ...deps, baseUrl: manifest.baseUrl }, report)
  const layout = layoutOf(deps.engine.dialect, report, scope)
  const run = { ...report, runId: newId() }
  const { again, summary, state } = await deps.engine.snapshot(async (reader) => {
    const summary = await summarizeReport(reader, layout, { signal })
    const isSliced = await needsSlices(reader, layout, { rows: summary.rows, signal })
    const written = layoutOf(reader.dialect, report, { ...scope, isSliced })
    const task = { report: run, layout: written, queryId: newId(), signal }
    const again = await hashReportFile({ ...deps, reader }, task)
    return { again, summary, state: await readStoredState(reader, layout, { signal }) }
  })
  const isReproduced = again.sha256 === manifest.sha256
  const changes = isReproduced
    ? []
    : await findChanges(deps, layout.source, {
        cutOffMs: Temporal.Instant.from(manifest.cutOff).epochMilliseconds,
        hasErased: state.erased > manifest.erased,
        signal,
      })
  return {
    report,
    file: stored,
    isReproduced,
    rowsThen: manifest.rows,
    rowsNow: summary.rows,
    changes: changes.slice(0, CHANGES_MAX),
    areAllListed: changes.length <= CHANGES_MAX,
  }
}

export function fileAndManifestOf({ file, manifest, status }: Report): {
  readonly file: ReportFile
  readonly manifest: ReportManifest
} {
  if (file !== undefined && manifest !== undefined) return { file, manifest }
  throw new AppError('conflict', 'NO_FILE', `The report is ${status} and has no file to verify.`)
}

async function checkStoredFile(
  { reports }: Pick<VerifyDeps, 'reports'>,
  { key, bytes, sha256 }: ReportFile,
): Promise<Verification['file']> {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of await reports.read(key)) {
      hash.update(chunk)
      length += (chunk as Buffer).length
    }
  } catch (error) {
    if (error instanceof FileMissing) return 'missing'
    throw error
  }
  return length === bytes && hash.digest('hex') === sha256 ? 'intact' : 'damaged'
}

type ChangeRow = {
  readonly merchant_id: string
  readonly record_id: string
  readonly occurred_at_ms: string
  readonly change: RecordChange['change']
}

/** Finds one more change than is listed, to know whether there are more. */
export async function findChanges(
  deps: Pick<VerifyDeps, 'engine'>,
  source: ReportSource,
  {
    cutOffMs,
    hasErased,
    signal,
  }: { readonly cutOffMs: number; readonly hasErased: boolean; readonly signal?: AbortSignal },
): Promise<readonly RecordChange[]> {
  const query = source.changedSinceSql({ sinceMs: cutOffMs, hasErased })
  const rows = await deps.engine.rows<ChangeRow>(`${query} limit ${CHANGES_MAX + 1}`, {
    ...(signal === undefined ? {} : { signal }),
    isLong: true,
  })
  return rows.map(({ merchant_id, record_id, occurred_at_ms, change }) => ({
    merchantId: merchant_id,
    recordId: record_id,
    occurredAt: Temporal.Instant.fromEpochMilliseconds(Number(occurred_at_ms)).toString(),
    change,
  }))
}
