import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordKind } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Column } from '../../kernel/stored-column.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { writeSmallFile } from '../../platform/files/small-file.ts'
import { merchantParts } from '../storage/query-parts.ts'
import { type ArchivedKind, type ArchiveFile, formatManifest, MANIFEST_FILE } from './archive-manifest.ts'
import { countInRange, type RecordRange, readRows } from './archive-store.ts'
import { writePacked } from './packed-file.ts'

type Deps = { readonly engine: Engine; readonly machineClock: Clock }

type ExportOrder = RecordRange & {
  /** A new or empty one. */
  readonly folder: string
  readonly kinds: readonly RecordKind[]
  /** Called after each file. */
  readonly onFile?: (file: ArchiveFile & { readonly kind: RecordKind }) => void
}

const LINE_FEED = 0x0a

/**
 * Copies records into a folder as they are stored: every version that the engine keeps, withdrawn ones included, with
 * its hash, its source and its time of arrival. Each file has one month of a kind at one moment; records that arrive
 * during the export may be in it or not.
 */
export async function exportRecords(
  { engine, machineClock }: Deps,
  { folder, kinds, onFile = () => {}, ...range }: ExportOrder,
): Promise<readonly ArchivedKind[]> {
  refuseUsedFolder(folder)
  const exportedAt = machineClock.now().toString()
  const archived: ArchivedKind[] = []
  for (const kind of kinds) {
    const columns = columnsOf(kind)
    const files: ArchiveFile[] = []
    for (const [index, merchantIds] of partsOf(range).entries()) {
      const part = {
        kind,
        columns,
        range: { ...range, merchantIds },
        folder,
        suffix: index === 0 ? '' : `-${index + 1}`,
      }
      for await (const file of filesOf(engine, part)) {
        files.push(file)
        onFile({ ...file, kind })
      }
    }
    archived.push({ kind, columns, files })
  }
  writeSmallFile(join(folder, MANIFEST_FILE), formatManifest({ exportedAt, kinds: archived }))
  return archived
}

type ArchivePart = {
  readonly kind: RecordKind
  readonly columns: readonly Column[]
  readonly range: RecordRange
  readonly folder: string
  readonly suffix: string
}

async function* filesOf(engine: Engine, part: ArchivePart): AsyncGenerator<ArchiveFile> {
  const { kind, columns, range, folder, suffix } = part
  for (const { month: digits, rows: rowsBefore } of await countInRange(engine, kind, range)) {
    const month = `${digits.slice(0, 4)}-${digits.slice(4)}`
    const name = `${kind.name}-${month}${suffix}.ndjson.zst`
    const counter = { rows: 0 }
    const lines = readRows(engine, kind, { month: digits, columns, range })
    const mark = await writePacked(join(folder, name), counted(lines, counter))
    await refuseLoss(engine, part, { month: digits, rows: counter.rows, rowsBefore })
    yield { name, month, rows: counter.rows, ...mark }
  }
}

/** Passes the bytes on and counts the lines; an incomplete last line is an error. */
async function* counted(lines: AsyncIterable<Uint8Array>, counter: { rows: number }): AsyncGenerator<Buffer> {
  let last: number | undefined = LINE_FEED
  for await (const { buffer, byteOffset, byteLength } of lines) {
    const bytes = Buffer.from(buffer, byteOffset, byteLength)
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
      counter.rows += 1
    }
    last = bytes.at(-1) ?? last
    yield bytes
  }
  if (last !== LINE_FEED) throw new Error('The last row is incomplete.')
}

/** Rows arrive and versions collapse during an export, but fewer rows than both before and after it are a loss. */
async function refuseLoss(
  engine: Engine,
  { kind, range }: ArchivePart,
  read: { readonly month: string; readonly rows: number; readonly rowsBefore: number },
): Promise<void> {
  if (read.rows >= read.rowsBefore) return
  const after = await countInRange(engine, kind, range)
  const rowsAfter = after.find(({ month }) => month === read.month)?.rows ?? 0
  if (read.rows >= rowsAfter) return
  throw new Error(`Only ${read.rows} of ${rowsAfter} rows of ${kind.name} in ${read.month} were read.`)
}

/** Keeps an older export from being mixed with a new one. */
function refuseUsedFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length === 0) return
  throw new AppError('conflict', 'FOLDER_NOT_EMPTY', `The folder ${folder} is not empty.`)
}

/** Undefined stands for all merchants. */
function partsOf({ merchantIds }: RecordRange): readonly (readonly string[] | undefined)[] {
  return merchantIds === undefined ? [undefined] : merchantParts(merchantIds)
}
