import { assert } from '../../kernel/assert.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { repeat } from '../../platform/concurrency/repeat.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { findCopyId } from '../../platform/stores/restored-copy.ts'
import type { PostgresStore } from '../../platform/stores/stores.ts'
import type { BackupConfig } from '../config.ts'
import { beat, HEARTBEAT_EVERY_MS } from '../copies/heartbeat.ts'
import { openPlace } from '../place/open-place.ts'
import { packingFor } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { archiveFigures, countArchive } from './archive-figures.ts'
import { archiveRest } from './archive-rest.ts'
import { shipLog } from './ship-log.ts'

const SHIP_EVERY_MS = 1_000
const DELAY_AFTER_FAILURE_MS = 5_000
/** How long a stop ships the rest; the next start ships further segments. */
const REST_MS_MAX = 10_000

type Options = {
  readonly stores: PostgresStore
  readonly config: BackupConfig & Pick<PlatformConfig, 'backupTo' | 's3Endpoint' | 'role'>
  /** Whether this is a restored copy that nobody has activated: it writes nothing to the place. */
  readonly isCopy: () => boolean
  readonly machineClock: Clock
  readonly metrics: Pick<Metrics, 'watch'>
  readonly log: Logger
}

/**
 * Shows at the place of backups that this installation runs, and brings the write-ahead log of the embedded PostgreSQL
 * there.
 */
export async function startArchiving(options: Options): Promise<{ readonly stop: () => Promise<void> }> {
  const { config, stores, metrics } = options
  assert(config.backupTo !== undefined, 'Nothing is archived without a place.')
  const place = await openPlace(config.backupTo, config)
  const heartbeats = startHeartbeats(options, place)
  const log = stores.isEmbedded.postgres ? startShipping(options, place) : undefined
  if (log !== undefined) metrics.watch(() => countArchive(options), archiveFigures)
  return {
    stop: async () => {
      await heartbeats.stop()
      await log?.stop()
      place.close()
    },
  }
}

function startHeartbeats({ stores, isCopy, machineClock, log }: Options, place: BackupPlace) {
  return repeat({
    work: async () => {
      if (isCopy()) return SHIP_EVERY_MS
      await beat(place, { copyId: await findCopyId(stores.database.db), at: machineClock.now() })
      return HEARTBEAT_EVERY_MS
    },
    delayAfterFailureMs: DELAY_AFTER_FAILURE_MS,
    failureMessage: 'the place of backups does not take this node’s sign of life',
    log,
  })
}

function startShipping(options: Options, place: BackupPlace): { readonly stop: () => Promise<void> } {
  const { stores, config, isCopy, machineClock, log } = options
  const packing = packingFor(config.backupRecipients)
  const spoolBytesMax = config.backupSpoolBytesMax
  const ship = async (signal: AbortSignal): Promise<void> => {
    if (isCopy()) return
    const copyId = await findCopyId(stores.database.db)
    await shipLog({ place, packing, folder: stores.folder, copyId, spoolBytesMax, machineClock, log }, signal)
  }
  const shipping = repeat({
    work: async (signal) => {
      await ship(signal)
      return SHIP_EVERY_MS
    },
    delayAfterFailureMs: DELAY_AFTER_FAILURE_MS,
    failureMessage: 'the write-ahead log could not be brought to the place of backups',
    log,
  })
  return {
    stop: async () => {
      await shipping.stop()
      const bound = AbortSignal.timeout(REST_MS_MAX)
      await archiveRest(stores.ownerUrl())
        .then(() => ship(bound))
        .catch((error: Error) =>
          log.warn({ reason: error.message }, 'the end of the write-ahead log stays here until the next start'),
        )
    },
  }
}
