import { DatabaseSync } from 'node:sqlite'

export type FolderLock = { readonly release: () => void }

const SQLITE_BUSY = 5

/**
 * Takes a lock that belongs to this process alone, or returns undefined where another holds it.
 *
 * Node offers no file locks, and a file with a process id in it goes stale. SQLite's lock is the
 * operating system's own: it ends with the process, however the process ends.
 */
export function takeFolderLock(path: string): FolderLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return { release: () => database.close() }
}
