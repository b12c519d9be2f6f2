import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '../../kernel/assert.ts'
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
  const begin = readSegment(first)
  assert(begin !== undefined, 'A backup begins in a segment.')
  const keys = new Map<string, string>()
  for await (const { key } of place.list(`${WAL}/${copyId}`)) keys.set(nameOf(key), key)
  for (const [name, key] of keys) if (name.endsWith('.history')) await fetchFile(input, { name, key })
  const positions = [...keys.keys()].flatMap((name) => {
    const segment = readSegment(name)
    return segment?.timeline === begin.timeline && segment.position >= begin.position ? [segment.position] : []
  })
  const later = positions.sort((a, b) => Number(a - b))
  // The backup has its own first segments, which may be on their way to the place still.
  const whole = later.filter((position, index) => position === (later[0] ?? 0n) + BigInt(index))
  for (const [index, position] of whole.entries()) {
    const name = segmentName({ ...begin, position })
    await fetchFile(input, { name, key: keys.get(name) ?? '' })
    onProgress(index + 1)
  }
  return { segments: whole.length, hasGap: whole.length < later.length }
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
