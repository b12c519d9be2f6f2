import type { Manifest } from '../manifest/manifest.ts'
import { WAL } from '../place/layout.ts'
import type { BackupPlace } from '../place/place.ts'
import { type LogSegment, readSegment, segmentAt } from './log-segment.ts'

/**
 * Removes the log that no kept backup needs. Points in time are kept as long as daily backups: the log of months would be
 * larger than the books. Copies without a backup are left alone: they may be making their first.
 */
export async function pruneLog(
  place: BackupPlace,
  kept: readonly Manifest[],
  { days }: { readonly days: number },
): Promise<void> {
  const copies = new Set(kept.map(({ copyId }) => copyId))
  for (const copyId of copies) {
    const first = firstNeeded(kept.filter((manifest) => manifest.copyId === copyId).slice(0, Math.max(days, 1)))
    if (first === undefined) continue
    for await (const { key } of place.list(`${WAL}/${copyId}`)) {
      const segment = readSegment(key.slice(key.lastIndexOf('/') + 1).replace(/\..*$/, ''))
      if (segment !== undefined && !key.includes('.backup') && segment.position < first.position)
        await place.delete(key)
    }
  }
}

/** Where the oldest of these backups, of which the newest comes first, begins. */
function firstNeeded(manifests: readonly Manifest[]): LogSegment | undefined {
  const { postgres } = manifests.at(-1) ?? {}
  return postgres?.kind === 'embedded' ? readSegment(segmentAt(postgres.startLsn, postgres.timeline)) : undefined
}
