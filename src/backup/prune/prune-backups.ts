import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import { pruneLog } from '../archive/prune-log.ts'
import { forgetErasures } from '../erasures/kept-erasures.ts'
import { startOf } from '../manifest/backup-id.ts'
import { type ListedBackup, listBackups } from '../manifest/list-backups.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { loadObjectList } from '../manifest/stored-parts.ts'
import { BACKUPS, manifestKey, OBJECTS } from '../place/layout.ts'
import type { BackupPlace } from '../place/place.ts'
import { lockPlace } from '../place/place-lock.ts'
import { chooseKept, type Kept } from './choose-kept.ts'

type Deps = { readonly place: BackupPlace; readonly machineClock: Clock; readonly log: Logger }

export type Pruned = {
  readonly kept: readonly string[]
  readonly removed: readonly string[]
  readonly objects: number
  readonly bytes: number
}

/** Removes backups that are not kept, and every object that no remaining one needs, left by interrupted ones too. */
export async function pruneBackups(
  { place, machineClock, log }: Deps,
  { isDryRun, ...numbers }: Kept & { readonly isDryRun: boolean },
): Promise<Pruned> {
  const lock = await lockPlace({ place, machineClock, log }, { purpose: 'prune' })
  try {
    const listed = await listBackups(place)
    const states = await Promise.all(listed.map((backup) => stateOf(place, backup)))
    const keptIds = chooseKept(states, numbers)
    // Nobody knows what a damaged one still needs, and a person may repair it.
    const [kept, removed] = partition(states, ({ backupId, isGood }) => keptIds.has(backupId) || !isGood)
    const ids = { kept: kept.map(({ backupId }) => backupId), removed: removed.map(({ backupId }) => backupId) }
    if (isDryRun) return { ...ids, objects: 0, bytes: 0 }
    await lock.assertHeld()
    // First: without its manifest a backup is none, whatever happens after.
    for (const backupId of ids.removed) await place.delete(manifestKey(backupId))
    const isEveryListKnown = kept.every(({ isGood }) => isGood)
    if (!isEveryListKnown) return { ...ids, objects: 0, bytes: 0 }
    const needed = new Set(kept.flatMap(({ keys }) => keys))
    await pruneLog(place, keptManifests(listed, ids.kept), { days: numbers.daily })
    await forgetOldErasures(place, ids.kept)
    const removedObjects = await removeOthers(place, { needed, keptIds: new Set(ids.kept) })
    return { ...ids, ...removedObjects }
  } finally {
    await lock.release().catch((error: Error) => log.warn({ reason: error.message }, 'the lock was not released'))
  }
}

function keptManifests(listed: readonly ListedBackup[], kept: readonly string[]): readonly Manifest[] {
  return listed.flatMap(({ backupId, manifest }) =>
    manifest !== undefined && kept.includes(backupId) ? [manifest] : [],
  )
}

/** An erasure is needed as long as a backup is older. */
async function forgetOldErasures(place: BackupPlace, kept: readonly string[]): Promise<void> {
  const oldest = kept.flatMap((backupId) => startOf(backupId) ?? []).sort(Temporal.Instant.compare)[0]
  if (oldest !== undefined) await forgetErasures(place, { oldest })
}

async function stateOf(place: BackupPlace, { backupId, manifest }: ListedBackup) {
  const at = startOf(backupId) ?? Temporal.Instant.fromEpochMilliseconds(0)
  if (manifest === undefined) return { backupId, at, isGood: false, keys: [] }
  const objects = await loadObjectList(place, manifest).catch(() => undefined)
  return { backupId, at, isGood: objects !== undefined, keys: (objects ?? []).map(({ key }) => key) }
}

async function removeOthers(
  place: BackupPlace,
  { needed, keptIds }: { readonly needed: ReadonlySet<string>; readonly keptIds: ReadonlySet<string> },
): Promise<{ readonly objects: number; readonly bytes: number }> {
  const removed = { objects: 0, bytes: 0 }
  for await (const { key, bytes } of place.list(OBJECTS)) {
    if (needed.has(key)) continue
    await place.delete(key)
    removed.objects += 1
    removed.bytes += bytes
  }
  for await (const { key } of place.list(BACKUPS)) {
    if (!keptIds.has(key.split('/')[1] ?? '')) await place.delete(key)
  }
  return removed
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
