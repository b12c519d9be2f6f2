import type { Clock } from '../../platform/clock/clock.ts'
import type { Figure } from '../../platform/metrics/metrics.ts'
import { findCopyId } from '../../platform/stores/restored-copy.ts'
import type { PostgresStore } from '../../platform/stores/stores.ts'
import { readArchiveState } from './archive-state.ts'
import { listSpool } from './log-spool.ts'

type ArchiveCounts = {
  readonly waitingBytes: number
  /** Whether a part never reached the place and no backup began after it. */
  readonly hasGap: boolean
  /** Since the last segment reached the place; 0 before the first. */
  readonly lastSeconds: number
}

/** The write-ahead log on its way to the place of backups. */
export const archiveFigures: readonly Figure<ArchiveCounts>[] = [
  {
    name: 'backup_log_waiting_bytes',
    help: 'Write-ahead log in the data folder that is not at the place of backups yet.',
    valueOf: ({ waitingBytes }) => waitingBytes,
  },
  {
    name: 'backup_log_gap',
    help: '1 if part of the write-ahead log never reached the place and no backup began after it.',
    valueOf: ({ hasGap }) => (hasGap ? 1 : 0),
  },
  {
    name: 'backup_log_last_seconds',
    help: 'How long ago the last segment of the write-ahead log reached the place; an idle installation makes none.',
    valueOf: ({ lastSeconds }) => lastSeconds,
  },
]

type Deps = { readonly stores: Pick<PostgresStore, 'folder' | 'database'>; readonly machineClock: Clock }

export async function countArchive({ stores, machineClock }: Deps): Promise<ArchiveCounts> {
  const { folder, database } = stores
  const waiting = await listSpool(folder.wal)
  const state = readArchiveState(folder, await findCopyId(database.db))
  const since = state === undefined ? undefined : machineClock.now().since(Temporal.Instant.from(state.shippedAt))
  return {
    waitingBytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
    hasGap: state?.gapBefore !== undefined,
    lastSeconds: since?.total('seconds') ?? 0,
  }
}
