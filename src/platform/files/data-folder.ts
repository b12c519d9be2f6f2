import { randomUUID } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../processes/startup-error.ts'
import { failureReason } from './failure-reasons.ts'
import { refuseShared } from './permissions.ts'
import { placeSmallFile, readJsonFile, removeOrphanedDrafts } from './small-file.ts'

/** Raised when the layout below changes so that an older program would harm it. Version 1 was that of unreleased builds. */
export const DATA_FOLDER_VERSION = 2

const MEBIBYTE = 1024 * 1024
/** A new PostgreSQL cluster and engine folder take about 80 MiB; an existing folder needs room for a log. */
const FREE_BYTES_MIN = { fresh: 256 * MEBIBYTE, existing: 48 * MEBIBYTE } as const

export type DataFolder = Readonly<ReturnType<typeof layout>>

/** Creates the folder where it is missing, and refuses one that cannot be used, in one sentence. */
export function openDataFolder(givenPath: string): DataFolder {
  let path = givenPath
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    path = realpathSync(path)
    const marker = join(path, 'quittance.json')
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    closeToOthers(path)
    refuseFullDisk(path, existsSync(marker) ? FREE_BYTES_MIN.existing : FREE_BYTES_MIN.fresh)
    const folder = layout(path, readOrCreateId(marker))
    // Only in a folder that is ours.
    removeOrphanedDrafts(path)
    for (const part of [folder.exports, folder.logs, folder.run, folder.tls]) {
      mkdirSync(part, { recursive: true, mode: 0o700 })
    }
    return folder
  } catch (error) {
    throw explained(path, error)
  }
}

/** Reads the content before the mode: another process closes an empty folder before it writes the first file. */
function closeToOthers(path: string): void {
  if (readdirSync(path).length === 0) chmodSync(path, 0o700)
  refuseShared(path, 'The data folder', { ownerOnly: '700' })
}

function layout(path: string, id: string) {
  return {
    path,
    /** Identifies this folder permanently, so that a database can tell two folders apart. */
    id,
    postgres: join(path, 'postgres'),
    /** The file of the embedded record engine. */
    records: join(path, 'records'),
    /** The only folder in which the embedded engine may write files. */
    exports: join(path, 'exports'),
    logs: join(path, 'logs'),
    /** Ports, passwords and locks of the running stores; only the owner can read it. */
    run: join(path, 'run'),
    tls: join(path, 'tls'),
    /** Request bodies that are checked as a whole before they are used. */
    spool: join(path, 'spool'),
    /** Segments of the write-ahead log that are not at the place of backups yet. */
    wal: join(path, 'wal'),
  }
}

/** The log of the keeper and the embedded stores. */
export function storesLogOf({ logs }: DataFolder): string {
  return join(logs, 'stores.log')
}

function readOrCreateId(marker: string): string {
  const found = readJsonFile(marker)
  if (found === undefined) {
    if (existsSync(marker)) throw new StartupError(`The file ${marker} is damaged.`)
    // Two processes may find an empty folder concurrently: the first to place the file names the folder.
    const content = { version: DATA_FOLDER_VERSION, id: randomUUID() }
    placeSmallFile(marker, `${JSON.stringify(content)}\n`)
    return readOrCreateId(marker)
  }
  const { version, id } = found
  if (typeof version !== 'number' || typeof id !== 'string') {
    throw new StartupError(`The file ${marker} is damaged.`)
  }
  if (version > DATA_FOLDER_VERSION) {
    throw new StartupError(
      `The data folder was written by a newer Quittance (folder version ${version}, this program knows ${DATA_FOLDER_VERSION}): start that version, or set QUITTANCE_DATA_DIR to another folder.`,
    )
  }
  if (version < DATA_FOLDER_VERSION) {
    throw new StartupError(
      `The data folder was written by a build of Quittance from before 0.1.0 (folder version ${version}, this program needs ${DATA_FOLDER_VERSION}): start that build, or set QUITTANCE_DATA_DIR to a new folder.`,
    )
  }
  return id
}

export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

function refuseFullDisk(path: string, freeBytesMin: number): void {
  const free = freeBytes(path)
  if (free < freeBytesMin) {
    throw new StartupError(
      `The disk of the data folder ${path} is full: ${Math.floor(free / MEBIBYTE)} MiB are free, ${freeBytesMin / MEBIBYTE} MiB are needed.`,
    )
  }
}

function explained(path: string, error: unknown): unknown {
  const reason = error instanceof StartupError ? undefined : failureReason(error)
  if (reason === undefined) return error
  return new StartupError(
    `The data folder ${path} cannot be used: ${reason}; fix that, or set QUITTANCE_DATA_DIR to another folder.`,
    { cause: error },
  )
}
