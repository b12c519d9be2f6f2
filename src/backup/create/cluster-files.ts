import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import { hasCode } from '../../platform/files/durable-files.ts'

/** Their content belongs to a running server, or is in the log that is copied apart; the folders must exist. */
const EMPTY_FOLDERS: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT: ReadonlySet<string> = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
  'recovery.signal',
  'standby.signal',
])
/** Made again when they are missing. */
const PASSING = /^(pgsql_tmp.*|pg_internal\.init.*)$/
/** Read last: it says from where the log is applied. */
const CONTROL_FILE = 'global/pg_control'
const CONTROL_ATTEMPTS_MAX = 20
export const READ_BYTES = 1024 * 1024

export type ClusterFiles = { readonly files: readonly string[]; readonly folders: readonly string[] }

/** The files and folders of a cluster, relative to it, in an order that does not depend on the file system. */
export async function listClusterFiles(cluster: string): Promise<ClusterFiles> {
  const files: string[] = []
  const folders = ['pg_wal/archive_status', 'pg_wal/summaries']
  for await (const { path, isFolder } of entriesBelow(cluster, '')) (isFolder ? folders : files).push(path)
  return { files: files.filter((path) => path !== CONTROL_FILE), folders }
}

type Entry = { readonly path: string; readonly isFolder: boolean }

async function* entriesBelow(cluster: string, folder: string): AsyncGenerator<Entry> {
  for (const entry of await entriesOf(cluster, folder)) {
    const path = posix.join(folder, entry.name)
    if (PASSING.test(entry.name) || LEFT_OUT.has(path)) continue
    const isEmptied = EMPTY_FOLDERS.has(path)
    const isFolder = isEmptied || entry.isDirectory()
    yield { path, isFolder }
    if (isFolder && !isEmptied) yield* entriesBelow(cluster, path)
  }
}

async function entriesOf(cluster: string, folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch((error: unknown) => {
    // A database was dropped.
    if (folder !== '' && hasCode(error, 'ENOENT')) return []
    throw error
  })
  // Nothing else belongs to a cluster, and reading a pipe would never end.
  const own = entries.filter((entry) => entry.isFile() || entry.isDirectory())
  return own.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * The content of a file of a running cluster; nothing if it was dropped, which the log says too. One buffer holds each
 * piece until the next one is requested.
 */
export async function* readClusterFile(cluster: string, file: string, buffer: Buffer): AsyncGenerator<Uint8Array> {
  try {
    await using handle = await open(join(cluster, file), 'r')
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw new AppError(
      'unavailable',
      'UNREADABLE',
      `The file ${join(cluster, file)} cannot be read: ${(error as Error).message}.`,
      [],
      {
        cause: error,
      },
    )
  }
}

/** The control file as a whole: two readings that agree are not from the middle of a write. */
export async function readControlFile(cluster: string): Promise<{ readonly file: string; readonly content: Buffer }> {
  let last: Buffer | undefined
  for (let attempt = 0; attempt < CONTROL_ATTEMPTS_MAX; attempt += 1) {
    await using handle = await open(join(cluster, CONTROL_FILE), 'r')
    const content = await handle.readFile()
    if (last?.equals(content)) return { file: CONTROL_FILE, content }
    last = content
  }
  throw new Error(`The file ${join(cluster, CONTROL_FILE)} changes all the time.`)
}

/** Names of the log's segments from the first to the last; all of them, or an error. */
export function segmentsBetween(first: string, last: string, segmentBytes: number): readonly string[] {
  const timeline = first.slice(0, 8)
  const perLog = 2 ** 32 / segmentBytes
  const numberOf = (name: string): number =>
    Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16), 16)
  const nameOf = (number: number): string =>
    timeline + [Math.floor(number / perLog), number % perLog].map((part) => hex(part)).join('')
  const [from, to] = [numberOf(first), numberOf(last)]
  return Array.from({ length: to - from + 1 }, (_, index) => nameOf(from + index))
}

function hex(part: number): string {
  return part.toString(16).toUpperCase().padStart(8, '0')
}
