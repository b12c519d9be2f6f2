import type { Clock } from '../../platform/clock/clock.ts'
import type { Reader } from '../../platform/engine/engine.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { chooseCutOff, untilRecordsLoaded, untilRecordsWritten } from '../../records/index.ts'
import { RENDERING_VERSION } from '../reports/rendering.ts'
import type { Report, ReportFile, ReportManifest } from '../reports/report.ts'
import { manifestKeyOf } from '../reports/report-files.ts'
import { needsSlices, readStoredState, type StoredState, summarizeReport } from './engine-queries.ts'
import { type FileDeps, removeRunFiles, writeReportFile } from './report-file.ts'
import { definitionOf, isQuickerSingle, layoutOf, type ReportScope } from './report-query.ts'
import { loadScope, type ScopeDeps } from './report-scope.ts'
import type { ReportSummary } from './report-summary.ts'
import type { RunWatch } from './run-watch.ts'

export type MakeDeps = FileDeps & ScopeDeps & { readonly database: Database; readonly clock: Clock }

const LOADED_MS_MAX = 60_000
/** How often a run reads the records before it gives up; the job is then retried later. */
const READINGS_MAX = 4

/** Not counted as a failure: records written before the end of the period have not reached the record store yet. */
export class RecordsPending extends Error {
  override readonly name = 'RecordsPending'
}

export type MadeReport =
  | { readonly file: ReportFile; readonly manifest: ReportManifest }
  /** No data. */
  | undefined

export type Run = { readonly signal: AbortSignal; readonly watch: RunWatch }

/** Reads the records and stores the report's file and manifest. */
export async function makeReport(deps: MakeDeps, report: Report, run: Run): Promise<MadeReport> {
  await awaitRecords(deps, report, run.signal)
  const scope = await loadScope(deps, report)
  for (let reading = 1; ; reading += 1) {
    run.signal.throwIfAborted()
    const readAt = deps.clock.now()
    // Records may arrive all the time: from the second reading on, new ones are left out.
    const receivedUntilMs = reading === 1 ? undefined : readAt.epochMilliseconds
    const read = await readOnce(deps, report, { ...scope, receivedUntilMs }, run)
    if (read === 'unsteady' && reading < READINGS_MAX) continue
    if (read === 'unsteady') {
      throw new Error('Records of the period kept changing while they were read.')
    }
    if (read === undefined) return undefined
    const { file } = read
    const manifest = manifestOf(report, scope, read)
    await storeManifest(deps, file, manifest)
    return { file, manifest }
  }
}

type Read = {
  readonly file: ReportFile
  readonly summary: ReportSummary
  readonly state: StoredState
  readonly cutOff: Temporal.Instant
}

/**
 * Writes a file and its summary from one state of the records. Without snapshots the stored state is compared before and
 * after; if it differs, even by a mere merge of versions, the result is `unsteady`.
 */
async function readOnce(
  deps: MakeDeps,
  report: Report,
  scope: ReportScope,
  run: Run,
): Promise<Read | 'unsteady' | undefined> {
  const snapshotAt = await snapshotInstant(deps, report, scope)
  return deps.engine.snapshot(async (reader) => {
    const { signal, watch } = run
    const stored = layoutOf(reader.dialect, report, scope)
    const before = await readStoredState(reader, stored, { signal })
    const cutOff = cutOffOf(deps, scope, snapshotAt)
    watch.setProgress({ phase: 'reading', rowsDone: 0, rowsEstimated: before.rows })
    if (before.rows === 0) return undefined
    const summary = await summarizeReport(reader, stored, { signal })
    const { rows } = summary
    if (reader.isSnapshot && rows === 0) return undefined
    const queryId = newId()
    watch.follow(queryId, { phase: 'writing', rowsDone: 0, rowsEstimated: rows })
    const isSingle = isSingleIn(deps, reader, { report, before, summary })
    const isSliced = await needsSlices(reader, stored, { rows, signal })
    const layout = layoutOf(reader.dialect, report, { ...scope, isSingle, isSliced })
    const file = await writeReportFile({ ...deps, reader }, { report, layout, queryId, signal })
    watch.setProgress({ phase: 'storing', rowsDone: rows, rowsEstimated: rows })
    const after = await readStoredState(deps.engine, stored, { signal })
    const isSteady = isUnchanged(reader, { before, after })
    if (isSteady && rows > 0) return { file, summary, state: before, cutOff }
    await removeRunFiles(deps.reports, report)
    return isSteady ? undefined : 'unsteady'
  })
}

/** In a snapshot only erasures matter: erased data must not stay in the file. */
function isUnchanged(
  { isSnapshot }: Reader,
  { before, after }: { readonly before: StoredState; readonly after: StoredState },
): boolean {
  return isSnapshot ? after.erased === before.erased : after.hash === before.hash
}

/**
 * If there are as many records as stored rows, every record is stored once. Not on a cluster: another replica, which has
 * not merged the same versions yet, may run the next query.
 */
function isSingleIn(
  { engine }: MakeDeps,
  { isSnapshot }: Reader,
  read: { readonly report: Report; readonly before: StoredState; readonly summary: ReportSummary },
): boolean {
  const { report, before, summary } = read
  const isKnownSingle = summary.unfiltered === before.rows && !engine.isCluster
  return !isSnapshot && isKnownSingle && isQuickerSingle(report, before.parts)
}

/**
 * An instant by which everything received is in the snapshot that is taken next, so that every record is either in the
 * report or counted as late. Undefined without snapshots, where the stored state is compared instead.
 */
async function snapshotInstant(
  deps: MakeDeps,
  report: Report,
  { merchantIds }: ReportScope,
): Promise<Temporal.Instant | undefined> {
  if (!deps.engine.hasSnapshots) return undefined
  return chooseCutOff(deps, { kind: definitionOf(report).kind, merchantIds })
}

/** Records received after this instant are not in the report. */
function cutOffOf(
  { clock }: MakeDeps,
  { receivedUntilMs }: ReportScope,
  snapshotAt: Temporal.Instant | undefined,
): Temporal.Instant {
  return receivedUntilMs === undefined
    ? (snapshotAt ?? clock.now())
    : Temporal.Instant.fromEpochMilliseconds(receivedUntilMs)
}

async function awaitRecords({ database, clock }: MakeDeps, { period }: Report, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const before = Temporal.Instant.compare(period.endsAt, now) < 0 ? period.endsAt : now
  const wait = { before, withinMs: LOADED_MS_MAX, signal }
  const isLoaded = (await untilRecordsWritten(database, wait)) && (await untilRecordsLoaded(database, wait))
  signal.throwIfAborted()
  if (!isLoaded) throw new RecordsPending('Records of the period have not reached the record store yet.')
}

function manifestOf(report: Report, { baseUrl }: ReportScope, read: Read): ReportManifest {
  const { name, version } = definitionOf(report)
  const { file, summary, state, cutOff } = read
  return {
    definitionName: name,
    definitionVersion: version,
    rows: summary.rows,
    erased: state.erased,
    totals: summary.totals,
    sha256: file.sha256,
    bytes: file.bytes,
    cutOff: cutOff.toString(),
    baseUrl,
    fingerprint: state.hash,
    renderingVersion: RENDERING_VERSION,
  }
}

async function storeManifest({ reports }: MakeDeps, { key }: ReportFile, manifest: ReportManifest): Promise<void> {
  async function* content(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)
  }
  await reports.write(manifestKeyOf(key), content())
}
