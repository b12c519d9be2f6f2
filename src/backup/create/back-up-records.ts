import type { Engine } from '../../platform/engine/engine.ts'
import { recordMonths } from '../../records/index.ts'
import type { RecordsPart } from '../manifest/manifest.ts'
import type { LastBackup } from './last-backup.ts'
import type { PieceWriter } from './piece-writer.ts'

type Deps = {
  readonly engine: Engine
  readonly writer: PieceWriter
  readonly last: LastBackup
  readonly onProgress: (text: string) => void
}

type Month = Awaited<ReturnType<typeof recordMonths.list>>[number]

/**
 * Copies the records, a file for each kind and month; what has not changed since the last backup is not read again.
 * Each file shows one moment after PostgreSQL's: a record that is newer than its outbox row counts once all the same.
 */
export async function backUpRecords({
  engine,
  writer,
  last,
  onProgress,
}: Deps): Promise<Omit<RecordsPart, 'startedAt'>> {
  const { name } = await engine.describe()
  const months = await recordMonths.list(engine)
  let bytes = 0
  const isKnown = (month: Month): boolean => {
    const known = last.find(pathOf(engine, month))
    if (known === undefined || known.file.mark !== month.mark) return false
    writer.addKnownFile(known.file, known.objects)
    bytes += known.file.bytes
    return true
  }
  const changed = months.filter((month) => !isKnown(month))
  await recordMonths.read(engine, changed, async (each, content) => {
    onProgress(`records: ${each.kind.name} of ${each.month}, ${each.rows} rows`)
    // The mark is older than the content: what arrived in between is copied again next time.
    const added = await writer.addFile({ path: pathOf(engine, each), content, mark: each.mark })
    bytes += added.bytes
    await writer.endPart()
  })
  const rows = months.reduce((sum, each) => sum + each.rows, 0)
  return { engine: name, months: months.length, rows, bytes }
}

function pathOf(engine: Engine, month: Month): string {
  return `records/${recordMonths.fileNameOf(engine, month)}`
}
