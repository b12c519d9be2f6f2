import { FileMissing, type FileStore } from '../../platform/file-store/file-store.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { LastBackup } from './last-backup.ts'
import type { PieceWriter } from './piece-writer.ts'

type Deps = {
  readonly reports: FileStore
  readonly writer: PieceWriter
  readonly last: LastBackup
  readonly onProgress: (text: string) => void
}

/** Copies report files; each has a key of its own and never changes, so one that the last backup has is not read again. */
export async function backUpReports(
  { reports, writer, last, onProgress }: Deps,
  keys: ReadonlySet<string>,
): Promise<Manifest['reports']> {
  const counted = { files: 0, bytes: 0 }
  for (const key of keys) {
    const path = `reports/${key}`
    const known = last.find(path)
    if (known !== undefined) {
      writer.addKnownFile(known.file, known.objects)
      counted.bytes += known.file.bytes
    } else {
      const content = await reports.read(key).catch((error: unknown) => {
        // Damaged before, which "reports verify" says, or of a report that was removed while the keys were listed.
        if (error instanceof FileMissing) return undefined
        throw error
      })
      if (content === undefined) continue
      if (counted.files % 500 === 0) onProgress(`report files: ${counted.files} of ${keys.size}`)
      counted.bytes += (await writer.addFile({ path, content })).bytes
    }
    counted.files += 1
  }
  await writer.endPart()
  return counted
}
