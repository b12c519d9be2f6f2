import { readFile, rm } from 'node:fs/promises'
import type { Clock } from '../../platform/clock/clock.ts'
import type { DataFolder } from '../../platform/files/data-folder.ts'
import { walKey } from '../place/layout.ts'
import type { Packing } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { type ArchiveState, readArchiveState, saveArchiveState } from './archive-state.ts'
import { follows, readSegment } from './log-segment.ts'
import { boundSpool, listSpool, type SpooledFile } from './log-spool.ts'

export type ShippingDeps = {
  readonly place: BackupPlace
  readonly packing: Packing
  readonly folder: Pick<DataFolder, 'run' | 'wal'>
  /** The copy of the installation whose log it is. */
  readonly copyId: string
  readonly spoolBytesMax: number
  readonly machineClock: Clock
  readonly log: { readonly error: (facts: object, message: string) => void }
}

/**
 * Brings what PostgreSQL has archived to the place, oldest first, and removes it here. If it is interrupted, the next call
 * brings the file again. Any number of services may do so. Returns how many files there were.
 */
export async function shipLog(deps: ShippingDeps, signal: AbortSignal): Promise<number> {
  const { folder, spoolBytesMax, log } = deps
  const { kept, dropped } = await boundSpool(await listSpool(folder.wal), spoolBytesMax)
  if (dropped > 0) {
    log.error(
      { files: dropped, spoolBytesMax },
      'the oldest of the write-ahead log was given up: points in time are missing',
    )
  }
  for (const file of kept) {
    if (signal.aborted) break
    await shipFile(deps, file, signal)
  }
  return kept.length
}

async function shipFile(deps: ShippingDeps, { name, path }: SpooledFile, signal: AbortSignal): Promise<void> {
  const { place, packing, folder, copyId, machineClock, log } = deps
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    // Another service of this data folder has shipped it.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (content === undefined) return
  await place.put(walKey(copyId, name, packing.suffix), await packing.pack(content), signal)
  const before = readArchiveState(folder, copyId)
  const after = stateAfter(before, { copyId, name, at: machineClock.now() })
  if (after !== undefined) saveArchiveState(folder, after)
  if (before !== undefined && after?.gapBefore !== undefined && after.gapBefore !== before.gapBefore) {
    log.error({ from: before.segment, to: name }, 'the write-ahead log at the place has a gap: a new backup is needed')
  }
  await rm(path, { force: true })
}

/** Undefined if the file is not a segment. */
function stateAfter(
  before: ArchiveState | undefined,
  { copyId, name, at }: { readonly copyId: string; readonly name: string; readonly at: Temporal.Instant },
): ArchiveState | undefined {
  const segment = readSegment(name)
  if (segment === undefined) return undefined
  const last = before && readSegment(before.segment)
  // The first segment of a copy follows none: its own first backup is still to be made.
  const isGap = last === undefined || !follows(last, segment)
  const gapBefore = isGap ? name : before?.gapBefore
  return { copyId, segment: name, shippedAt: at.toString(), ...(gapBefore === undefined ? {} : { gapBefore }) }
}
