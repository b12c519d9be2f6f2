import type pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import type { Logger } from '../../platform/log/log.ts'
import { withClient } from '../../platform/postgres/with-client.ts'
import { bytesBefore } from '../archive/log-segment.ts'
import type { ServerPart } from '../manifest/manifest.ts'
import { archiveIn, BaseBackupStream } from './base-backup-stream.ts'
import { type CopiedPostgres, countedBytes } from './copied-postgres.ts'
import type { PieceWriter } from './piece-writer.ts'
import { describeServer, logPosition, type Server } from './postgres-backup-store.ts'
import { tarEntries } from './tar-entries.ts'

/** Whose stream has the frames that are read here. */
const MAJOR_VERSION_MIN = 15
const CONNECTION_NAME = 'quittance base backup'
const KEEPALIVE_MS = 10_000
const MOMENT_EVERY_MS = 1_000

export type ServerDeps = {
  /** An ordinary connection to the server. */
  readonly client: pg.Client
  readonly url: string
  readonly writer: PieceWriter
  /** Keys and settings of the server are copied only then. */
  readonly isEncrypted: boolean
  readonly log: Logger
}

/** Copies a PostgreSQL server over a replication connection, where the role may; otherwise says why not. */
export async function backUpServer(deps: ServerDeps, backupId: string): Promise<CopiedPostgres> {
  const server = await describeServer(deps.client)
  const obstacle = obstacleOf(server)
  if (obstacle !== undefined) return leaveOut(server, obstacle)
  const stage = { hasBegun: false }
  try {
    return await withClient(replicationOptions(deps.url), async (replication) => {
      const identity = await reserveLog(replication, backupId)
      stage.hasBegun = true
      return copyServer({ ...deps, replication, server }, { backupId, ...identity })
    })
  } catch (error) {
    const refusal = stage.hasBegun ? undefined : REFUSALS[String((error as { code?: unknown }).code)]
    if (refusal === undefined) throw error
    deps.log.warn({ reason: (error as Error).message }, 'PostgreSQL accepts no replication connection')
    return leaveOut(server, refusal)
  }
}

function obstacleOf(server: Server): string | undefined {
  const { major, mayReplicate, walLevel, sendersMax, slotsMax, hasTablespaces } = server
  if (major < MAJOR_VERSION_MIN) return `a base backup needs PostgreSQL ${MAJOR_VERSION_MIN} or newer`
  if (!mayReplicate) {
    return 'its role lacks the right to replicate (let a superuser run "alter role … replication" for it)'
  }
  if (walLevel === 'minimal')
    return 'its write-ahead log lacks what a backup needs (set wal_level to replica and restart it)'
  if (sendersMax === 0) return 'it has no room for a replication connection (set max_wal_senders and restart it)'
  if (slotsMax === 0) return 'it has no room for a replication slot (set max_replication_slots and restart it)'
  if (hasTablespaces) return 'it has tablespaces of its own, which backups do not cover'
  return undefined
}

/** Codes with which a server, or a program in front of it, accepts the ordinary connection and not this one. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28000': 'it refuses a replication connection of this role (allow it in pg_hba.conf)',
  '42501': 'its role lacks a permission for replication',
  '08P01': 'DATABASE_URL leads to a program that takes no replication connections (name the server itself)',
  '0A000': 'DATABASE_URL leads to a program that takes no replication connections (name the server itself)',
}

function leaveOut({ version, major, moment }: Server, obstacle: string): CopiedPostgres {
  const why = `PostgreSQL ${version} at DATABASE_URL is not in the backup, because ${obstacle}; otherwise copy it with pg_basebackup or pg_dump of version ${major}, before each backup of the rest`
  return { part: { kind: 'left-out', why }, folders: [], server: undefined, moment }
}

/** It names a database, so it needs the same line of pg_hba.conf as the ordinary connection. */
function replicationOptions(url: string): pg.ClientConfig {
  const address = new URL(url)
  address.searchParams.set('replication', 'database')
  return {
    connectionString: address.href,
    application_name: CONNECTION_NAME,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
  }
}

type Identity = { readonly systemIdentifier: string }

/** The slot goes with the connection; until then it keeps the log that the copy needs. */
async function reserveLog(replication: pg.Client, backupId: string): Promise<Identity> {
  const slot = `quittance_backup_${backupId.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}`
  // Such a connection takes no parameters.
  await replication.query(`select pg_create_physical_replication_slot('${slot}', true, true)`)
  const { rows } = await replication.query<{ systemid: string }>('IDENTIFY_SYSTEM')
  return { systemIdentifier: rows[0]?.systemid ?? '' }
}

type Copying = ServerDeps & { readonly replication: pg.Client; readonly server: Server }

async function copyServer(
  { client, replication, server, writer, isEncrypted }: Copying,
  { backupId, systemIdentifier }: Identity & { readonly backupId: string },
): Promise<CopiedPostgres> {
  const moments = new Moments(client)
  await moments.note()
  const stream = new BaseBackupStream(
    `BASE_BACKUP (LABEL 'quittance ${backupId}', CHECKPOINT 'fast', WAL, WAIT 0, MANIFEST 'no')`,
  )
  replication.query(stream)
  const counted = { files: 0, bytes: 0 }
  const folders: string[] = []
  for await (const { path, isFolder, content } of tarEntries(archiveIn(stream.frames))) {
    await moments.note()
    if (!isOfCluster(path, isEncrypted)) continue
    if (isFolder) {
      folders.push(path)
      continue
    }
    counted.files += 1
    await writer.addFile({ path: `postgres/${path}`, content: countedBytes(content, counted) })
  }
  await writer.endPart()
  const [start, , end] = stream.firstRows
  const [startLsn, timeline] = start ?? []
  const [stopLsn] = end ?? []
  assert(startLsn != null && stopLsn != null, 'A base backup that has ended says where.')
  const { version, segmentBytes, database, hasMaintenanceDatabase } = server
  const log = { systemIdentifier, timeline: Number(timeline), startLsn, stopLsn }
  const part: ServerPart = { kind: 'server', version, segmentBytes, ...log, ...counted }
  return { part, folders, server: { database, hasMaintenanceDatabase }, moment: moments.lastBefore(stopLsn) }
}

const CLUSTER_FOLDERS = /^(base|global|pg_[a-z_0-9]+)(\/|$)/
const CLUSTER_FILES: ReadonlySet<string> = new Set(['PG_VERSION', 'backup_label'])

/** Besides the cluster its folder may have logs, which are never copied, and keys and settings with passwords. */
function isOfCluster(path: string, isEncrypted: boolean): boolean {
  if (CLUSTER_FOLDERS.test(path) || CLUSTER_FILES.has(path)) return true
  return isEncrypted && !path.includes('/')
}

/** Moments by the server's clock, each with how far its log had come. */
class Moments {
  readonly #client: pg.Client
  readonly #noted: { readonly moment: Temporal.Instant; readonly position: bigint }[] = []
  #notBefore = 0

  constructor(client: pg.Client) {
    this.#client = client
  }

  async note(): Promise<void> {
    if (performance.now() < this.#notBefore) return
    const { moment, lsn } = await logPosition(this.#client)
    this.#noted.push({ moment, position: bytesBefore(lsn) })
    this.#notBefore = performance.now() + MOMENT_EVERY_MS
  }

  /** Everything that was committed by then is before the position. */
  lastBefore(lsn: string): Temporal.Instant {
    const end = bytesBefore(lsn)
    const last = this.#noted.findLast(({ position }) => position <= end)
    assert(last !== undefined, 'A base backup ends after it began.')
    return last.moment
  }
}
