import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSegment, segmentName } from '../archive/log-segment.ts'
import { WAL } from '../place/layout.ts'
import type { Unpacking } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'

export type FetchLog = {
  readonly place: BackupPlace
  readonly unpacking: Unpacking
  /** The copy of the installation whose log it is. */
  readonly copyId: string
  /** The segment in which the backup of PostgreSQL began. */
  readonly first: string
  /** PostgreSQL's own folder for its log: a recovery looks there, too, so that it needs no command to get the log. */
  readonly folder: string
  readonly onProgress: (segments: number) => void
}

export type FetchedLog = {
  readonly segments: number
  /** Whether later segments are at the place, after one that is missing. */
  readonly hasGap: boolean
}

/** Brings the log from the place, from the first segment on and as long as none is missing. */
export async function fetchLog(input: FetchLog): Promise<FetchedLog> {
  const { place, copyId, first, onProgress } = input
  const keys = new Map<string, string>()
  for await (const { key } of place.list(`${WAL}/${copyId}`)) keys.set(nameOf(key), key)
  const begin = readSegment(first)
  if (begin === undefined) throw new Error(`${first} is not the name of a segment of the write-ahead log.`)
  for (const [name, key] of keys) if (name.endsWith('.history')) await fetchFile(input, { name, key })
  let { position } = begin
  let segments = 0
  for (; ; position += 1n) {
    const name = segmentName({ ...begin, position })
    const key = keys.get(name)
    keys.delete(name)
    // The first one may still be on its way to the place when the backup, which has it, is finished.
    if (key === undefined && segments > 0) break
    if (key === undefined && !isLater([...keys.keys()], position)) break
    if (key === undefined) continue
    await fetchFile(input, { name, key })
    segments += 1
    onProgress(segments)
  }
  return { segments, hasGap: isLater([...keys.keys()], position) }
}

/** Whether a segment after the position is among the names. */
function isLater(names: readonly string[], position: bigint): boolean {
  return names.some((name) => (readSegment(name)?.position ?? -1n) > position)
}

async function fetchFile(
  { place, unpacking, folder }: FetchLog,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<void> {
  await writeFile(join(folder, name), await unpacking.unpack(key, await place.read(key)), { mode: 0o600 })
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.zst(\.age)?$/, '')
}
