import { join } from 'node:path'
import type { DataFolder } from '../../platform/files/data-folder.ts'
import { adoptCluster } from '../../platform/postgres/embedded/adopt-cluster.ts'
import { renewAccess } from '../../platform/postgres/embedded/renew-access.ts'
import { segmentAt } from '../archive/log-segment.ts'
import type { ServerDatabases } from '../manifest/file-list.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { Unpacking } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { fetchLog } from './fetch-log.ts'
import { recoverPostgres } from './recover-postgres.ts'

type Deps = {
  readonly place: BackupPlace
  readonly unpacking: Unpacking
  readonly onProgress: (text: string) => void
  /** Where the cluster is that of a server. */
  readonly server: ServerDatabases | undefined
}

type Order = {
  readonly manifest: Manifest
  /** Undefined: the backup's own moment. */
  readonly to: Temporal.Instant | undefined
}

export type Reached = {
  readonly moment: Temporal.Instant
  /** Sentences about changes that are not there. */
  readonly missing: readonly string[]
}

const PROGRESS_EVERY = 10

/** Recovers the cluster that was copied into the folder to the moment, as far as the log at the place goes. */
export async function recoverTo(deps: Deps, folder: DataFolder, { manifest, to }: Order): Promise<Reached> {
  const { postgres } = manifest
  const own = Temporal.Instant.from(manifest.moment)
  if (deps.server !== undefined) {
    await adoptCluster(folder, deps.server)
    return { moment: own, missing: [] }
  }
  if (to === undefined || postgres.kind !== 'embedded') {
    await renewAccess(folder)
    return { moment: own, missing: [] }
  }
  const fetched = await fetchLog({
    ...deps,
    copyId: manifest.copyId,
    first: segmentAt(postgres.startLsn, postgres.timeline),
    folder: join(folder.postgres, 'pg_wal'),
    onProgress: (segments) => {
      if (segments % PROGRESS_EVERY === 0) deps.onProgress(`write-ahead log: ${segments} segments`)
    },
  })
  deps.onProgress('replaying the write-ahead log')
  const { lastChangeAt, isLogComplete } = await recoverPostgres(folder, { to })
  if (isLogComplete) return { moment: to, missing: [] }
  const moment = lastChangeAt ?? own
  const why = fetched.hasGap ? 'a part of the log is missing at the place' : 'the log at the place ends there'
  return { moment, missing: [`everything that was changed after ${moment}: ${why}`] }
}
