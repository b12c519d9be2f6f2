import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stores } from '../../platform/stores/stores.ts'
import { recordMonths } from '../../records/index.ts'
import { type BackedUpFile, pathInPart } from '../manifest/file-list.ts'
import type { ObjectReader } from '../manifest/object-reader.ts'
import { writeFiles } from './write-files.ts'

type Deps = {
  readonly stores: Pick<Stores, 'engine' | 'folder'>
  readonly reader: ObjectReader
  readonly onProgress: (text: string) => void
}

/** Loads the records into empty tables, month by month: only one file at a time takes space besides. */
export async function restoreRecords(
  { stores, reader, onProgress }: Deps,
  files: readonly BackedUpFile[],
): Promise<void> {
  const { engine, folder } = stores
  for (const file of files) {
    const name = pathInPart(file.path)
    const found = file.path.startsWith('records/') ? recordMonths.ofFileName(name) : undefined
    if (found === undefined) continue
    onProgress(`records: ${name}`)
    await writeFiles({ reader, files: [file], part: 'records', folder: folder.exports })
    const path = join(folder.exports, name)
    await recordMonths.load(engine, { ...found, file: path })
    await rm(path)
  }
}
