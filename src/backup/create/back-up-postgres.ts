import type pg from 'pg'
import { AppError } from '../../kernel/errors.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import type { PostgresPart } from '../manifest/manifest.ts'
import { backUpServer } from './back-up-server.ts'
import { listClusterFiles, READ_BYTES, readClusterFile, readControlFile, segmentsBetween } from './cluster-files.ts'
import { type CopiedPostgres, countedBytes } from './copied-postgres.ts'
import type { PieceWriter } from './piece-writer.ts'
import { hasTablespaces, startClusterBackup, stopClusterBackup } from './postgres-backup-store.ts'

type Deps = {
  /** The owner's connection. */
  readonly client: pg.Client
  readonly stores: Pick<Stores, 'folder' | 'isEmbedded' | 'ownerUrl'>
  readonly writer: PieceWriter
  readonly isEncrypted: boolean
  readonly log: Logger
}

export async function backUpPostgres(deps: Deps, backupId: string): Promise<CopiedPostgres> {
  const { stores } = deps
  if (stores.isEmbedded.postgres) return copyCluster(deps, backupId)
  return backUpServer({ ...deps, url: stores.ownerUrl() }, backupId)
}

/** Copies the cluster while it runs: pages are read in any state, and the log between start and stop makes them whole. */
async function copyCluster({ client, stores, writer }: Deps, backupId: string): Promise<CopiedPostgres> {
  const { postgres: cluster } = stores.folder
  if (await hasTablespaces(client)) {
    throw new AppError(
      'conflict',
      'TABLESPACES',
      'The embedded PostgreSQL has tablespaces, which backups do not cover.',
    )
  }
  const { startLsn, ...identity } = await startClusterBackup(client, backupId)
  const { files, folders } = await listClusterFiles(cluster)
  const counted = { files: 0, bytes: 0 }
  const add = async (file: string, content: AsyncIterable<Uint8Array>): Promise<void> => {
    counted.files += 1
    await writer.addFile({ path: `postgres/${file}`, content: countedBytes(content, counted) })
  }
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  for (const file of files) await add(file, readClusterFile(cluster, file, buffer))
  const control = await readControlFile(cluster)
  const ended = await stopClusterBackup(client, startLsn)
  await add(control.file, once(control.content))
  await add('backup_label', once(Buffer.from(ended.labelFile)))
  for (const segment of segmentsBetween(ended.firstSegment, ended.lastSegment, ended.segmentBytes)) {
    await add(`pg_wal/${segment}`, wholeSegment({ cluster, segment, buffer }, ended.segmentBytes))
  }
  await writer.endPart()
  const { stopLsn, moment } = ended
  const part: PostgresPart = { kind: 'embedded', ...identity, startLsn, stopLsn, ...counted }
  return { part, folders, server: undefined, moment }
}

/** A segment that is missing or short would make the backup useless, and only a restore would notice. */
async function* wholeSegment(
  { cluster, segment, buffer }: { readonly cluster: string; readonly segment: string; readonly buffer: Buffer },
  segmentBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of readClusterFile(cluster, `pg_wal/${segment}`, buffer)) {
    bytes += piece.length
    yield piece
  }
  if (bytes !== segmentBytes) throw new Error(`The segment ${segment} of PostgreSQL's log has ${bytes} bytes.`)
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
