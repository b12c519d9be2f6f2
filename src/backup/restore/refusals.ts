import { AppError } from '../../kernel/errors.ts'
import { readRecordMigrations } from '../../platform/engine/read-record-migrations.ts'
import { readMigrations } from '../../platform/files/migration-files.ts'
import { MAJOR_VERSION } from '../../platform/postgres/embedded/make-cluster.ts'
import { SEGMENT_BYTES } from '../archive/log-segment.ts'
import type { Manifest, ServerPart } from '../manifest/manifest.ts'

type Order = {
  readonly manifest: Manifest
  readonly secretKey: string | undefined
  readonly to: Temporal.Instant | undefined
  readonly isOnServer: boolean
}

/** Refuses what cannot be restored, before anything is written. */
export function refuseImpossible(order: Order): void {
  refuseNewer(order.manifest)
  refuseWithoutPostgres(order)
  refuseOtherMoment(order)
  refuseWithoutKey(order)
}

function refuseNewer({ version, migrations }: Manifest): void {
  const { postgres, records } = migrations
  if (postgres <= readMigrations().length && records <= readRecordMigrations().length) return
  throw new AppError(
    'conflict',
    'NEWER_BACKUP',
    `The backup was made by Quittance ${version}: restore it with that version or a newer one.`,
  )
}

function refuseWithoutPostgres({ manifest: { postgres }, isOnServer }: Order): void {
  if (postgres.kind === 'left-out') {
    throw new AppError('conflict', 'NO_POSTGRES', `The backup cannot be restored by itself: ${postgres.why}.`)
  }
  if (postgres.kind === 'embedded') {
    if (isOnServer) throw notOfServer()
    return
  }
  const { version, segmentBytes } = postgres
  if (isOnServer || (majorOf(postgres) === MAJOR_VERSION && segmentBytes === SEGMENT_BYTES)) return
  const other =
    majorOf(postgres) === MAJOR_VERSION
      ? `with a write-ahead log in segments of ${segmentBytes} bytes`
      : `and this Quittance brings PostgreSQL ${MAJOR_VERSION}`
  throw new AppError(
    'conflict',
    'OTHER_POSTGRES',
    `The backup has a server with PostgreSQL ${version}, ${other}: write its data folder with --postgres-folder, start PostgreSQL ${majorOf(postgres)} on it, and restore the rest with DATABASE_URL and --on-server.`,
  )
}

export function majorOf({ version }: ServerPart): number {
  return Number.parseInt(version, 10)
}

export function notOfServer(): AppError {
  return new AppError(
    'conflict',
    'NO_SERVER',
    'The backup has the embedded PostgreSQL and no server: restore it with --data-dir alone.',
  )
}

/** Only the embedded PostgreSQL brings its log to the place; a server may have been recovered further by its operator. */
function refuseOtherMoment({ manifest: { backupId, moment, postgres }, to, isOnServer }: Order): void {
  if (to === undefined || isOnServer || postgres.kind !== 'server') return
  if (Temporal.Instant.compare(to, moment) === 0) return
  throw new AppError(
    'conflict',
    'NO_LOG',
    `The backup ${backupId} has a PostgreSQL server, whose write-ahead log is not at the place: it can only show its own moment, ${moment}. Leave out --to and name the backup with --backup, or write its folder with --postgres-folder and let PostgreSQL replay the log that its operator has archived.`,
  )
}

function refuseWithoutKey({ manifest, secretKey }: Order): void {
  if (manifest.hasSecretKey || secretKey !== undefined) return
  throw new AppError(
    'conflict',
    'NO_SECRET_KEY',
    'The backup is not encrypted, so it has no secret key: name the file secret.key of the original with --secret-key, or set QUITTANCE_SECRET_KEY.',
  )
}
