import { createHash } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '../../kernel/assert.ts'
import { freeBuffer } from '../../platform/concurrency/free-buffers.ts'
import type { Engine, Reader } from '../../platform/engine/engine.ts'
import type { FileStore } from '../../platform/file-store/file-store.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import type { Report, ReportFile } from '../reports/report.ts'
import { fileKeyOf, manifestKeyOf } from '../reports/report-files.ts'
import { writingOptions } from './engine-queries.ts'
import { titleCells } from './formats/csv-report.ts'
import { xlsxOf } from './formats/xlsx-writer.ts'
import { growingFile } from './growing-file.ts'
import { columnNameOf, type ReportLayout, titleOf } from './report-layout.ts'
import { renderedQuery } from './report-query.ts'

export type FileDeps = {
  readonly engine: Engine
  readonly reports: FileStore
  /** The folder that the embedded engine writes to. */
  readonly exportsFolder: string
}

export type FileTask = {
  /** RUNNING, with a run id. */
  readonly report: Report
  readonly layout: ReportLayout
  /** Identifies the query, to follow its progress. */
  readonly queryId: string
  readonly signal: AbortSignal
}

const ENDING_MS_MAX = 10_000
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Removes the files that the run has stored. */
export async function removeRunFiles(reports: FileStore, report: Report): Promise<void> {
  const key = fileKeyOf(report, runIdOf(report))
  await reports.remove(manifestKeyOf(key))
  await reports.remove(key)
}

type ReadingDeps = FileDeps & { readonly reader: Reader }

/** Writes the report's file and stores it under the key of its run. */
export async function writeReportFile(deps: ReadingDeps, task: FileTask): Promise<ReportFile> {
  const key = fileKeyOf(task.report, runIdOf(task.report))
  const written = isWrittenByEngine(deps, task)
    ? await engineWrites(deps, task, (file) => deps.reports.adopt(key, file, task.signal))
    : await streamRows(deps, task, (content) => deps.reports.write(key, content, task.signal))
  return { key, ...written }
}

/** Writes the file again to hash it; nothing is stored. */
export async function hashReportFile(deps: Omit<ReadingDeps, 'reports'>, task: FileTask): Promise<WrittenFile> {
  if (isWrittenByEngine(deps, task)) return engineWrites(deps, task, async (file) => rm(file))
  return streamRows(deps, task, async (content) => {
    for await (const _chunk of content);
  })
}

/** Removes the files that interrupted runs of the report have left in the engine's folder. */
export async function removeExports(exportsFolder: string, reportId: string): Promise<void> {
  const names = await readdir(exportsFolder)
  const own = names.filter((name) => name.startsWith(exportPrefix(reportId)))
  await Promise.all(own.map((name) => rm(join(exportsFolder, name), { force: true })))
}

function isWrittenByEngine({ reader }: Pick<ReadingDeps, 'reader'>, { report }: FileTask): boolean {
  return reader.writeFile !== undefined && report.terms.mimeType !== SPREADSHEET
}

function runIdOf({ runId }: Report): string {
  assert(runId !== undefined, 'A report is written by a run.')
  return runId
}

type WrittenFile = Pick<ReportFile, 'bytes' | 'sha256'>

function exportPrefix(reportId: string): string {
  return `report-${reportId}.`
}

/** Lets the engine write the file; hashes it while the engine is still writing. */
async function engineWrites(
  { engine, reader, exportsFolder }: Omit<ReadingDeps, 'reports'>,
  task: FileTask,
  store: (file: string) => Promise<void>,
): Promise<WrittenFile> {
  const { report, layout, queryId, signal } = task
  assert(reader.writeFile !== undefined, 'This engine does not write files.')
  const query = renderedQuery(layout, report.terms.mimeType)
  await mkdir(exportsFolder, { recursive: true, mode: 0o700 })
  const file = join(exportsFolder, `${exportPrefix(report.reportId)}${runIdOf(report)}.part`)
  try {
    let isDone = false
    const options = { ...writingOptions(layout), queryId, signal }
    const writing = reader.writeFile({ file, ...query }, options).finally(() => {
      isDone = true
    })
    // The first failure is awaited below; the other is marked as handled.
    writing.catch(() => undefined)
    const isAppended = query.format === 'lines'
    const hashed = isAppended ? hashOf(growingFile(file, () => isDone)) : undefined
    hashed?.catch(() => undefined)
    await writing
    const written = await (hashed ?? hashOf(growingFile(file, () => true)))
    await store(file)
    return written
  } catch (error) {
    // A query that is still running would create the file again.
    await awaitQueryEnd(engine, queryId)
    throw error
  } finally {
    await rm(file, { force: true })
  }
}

async function awaitQueryEnd(engine: Engine, queryId: string): Promise<void> {
  // If the engine is down, its queries have ended with it.
  const isOver = async () => (await engine.rowsRead(queryId).catch(() => undefined)) === undefined || undefined
  await waitUntil(isOver, { withinMs: ENDING_MS_MAX })
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Streams the engine's rows to the store and hashes them on the way. */
async function streamRows(
  { reader }: Pick<ReadingDeps, 'reader'>,
  task: FileTask,
  store: (content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<WrittenFile> {
  const { report, layout, queryId, signal } = task
  const { mimeType } = report.terms
  const query = renderedQuery(layout, mimeType)
  const options = { ...writingOptions(layout), queryId, signal, rowsPerGroup: query.rowsPerGroup }
  const rows = query.format === 'lines' ? reader.lines(query.select, options) : reader.parquet(query.select, options)
  const hash = createHash('sha256')
  let bytes = 0
  async function* content(): AsyncGenerator<Uint8Array, void> {
    const isWorkbook = mimeType === SPREADSHEET
    const whole = isWorkbook ? workbook(layout, rows) : framed(query, rows)
    for await (const chunk of whole) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
      // The store has copied the chunk by now; the workbook writer may still need its own.
      if (!isWorkbook) freeBuffer(chunk)
    }
  }
  await store(content())
  return { bytes, sha256: hash.digest('hex') }
}

async function* framed(
  { head, foot }: { readonly head: string; readonly foot: string },
  rows: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  if (head !== '') yield Buffer.from(head)
  yield* rows
  if (foot !== '') yield Buffer.from(foot)
}

function workbook(layout: ReportLayout, rows: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return xlsxOf(rows, {
    title: layout.definition.title,
    head: titleCells(titleOf(layout)),
    columns: layout.fields.map((field) => columnNameOf(layout, field)),
  })
}
