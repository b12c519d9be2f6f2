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
  for (const each of months) {
    const path = `records/${recordMonths.fileNameOf(engine, each)}`
    const known = last.find(path)
    if (known !== undefined && known.file.mark === each.mark) {
      writer.addKnownFile(known.file, known.objects)
      bytes += known.file.bytes
      continue
    }
    onProgress(`records: ${each.kind.name} of ${each.month}, ${each.rows} rows`)
    const content = recordMonths.read(engine, each)
    // The mark is older than the content: what arrived in between is copied again next time.
    const added = await writer.addFile({ path, content, mark: each.mark })
    bytes += added.bytes
    await writer.endPart()
  }
  const rows = months.reduce((sum, each) => sum + each.rows, 0)
  return { engine: name, months: months.length, rows, bytes }
}
