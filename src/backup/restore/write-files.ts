import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../platform/files/durable-files.ts'
import { type BackedUpFile, type Part, partOf, pathInPart } from '../manifest/file-list.ts'
import type { ObjectReader } from '../manifest/object-reader.ts'

const CONCURRENT_FILES_MAX = 4

type Target = {
  readonly reader: ObjectReader
  readonly files: readonly BackedUpFile[]
  readonly part: Part
  /** Where the part's files go. */
  readonly folder: string
}

/** Writes the files of a part of a backup, and returns how many; each is checked against its hash. */
export async function writeFiles({ reader, files, part, folder }: Target): Promise<number> {
  const wanted = files.filter(({ path }) => path.startsWith(`${part}/`))
  const waiting = wanted.values()
  const work = async (): Promise<void> => {
    for (const file of waiting) await writeFile(reader, file, join(folder, safePath(file.path)))
  }
  await Promise.all(Array.from({ length: CONCURRENT_FILES_MAX }, work))
  return wanted.length
}

async function writeFile(reader: ObjectReader, file: BackedUpFile, target: string): Promise<void> {
  await makeFolder(dirname(target))
  await using handle = await open(target, 'wx', 0o600)
  const hash = createHash('sha256')
  for (const [index, offset, bytes] of file.pieces) {
    const content = (await reader.read(index)).subarray(offset, offset + bytes)
    hash.update(content)
    await handle.writeFile(content)
  }
  if (hash.digest('hex') !== file.sha256) throw new Error(`The file ${file.path} is not as it was backed up.`)
  // PostgreSQL makes all its files durable before it recovers them.
  if (partOf(file.path) !== 'postgres') await handle.sync()
}

/** Who can write to the place must not write elsewhere on the machine that restores. */
function safePath(path: string): string {
  const inside = pathInPart(path)
  const isSafe = inside.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !name.includes('\0'))
  if (!isSafe) throw new Error(`The backup has a file with the path ${JSON.stringify(path)}, which leads elsewhere.`)
  return inside
}
