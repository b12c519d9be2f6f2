import type { Dirent } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type SpooledFile = { readonly name: string; readonly path: string; readonly bytes: number }

/** PostgreSQL writes under this name first. */
const UNFINISHED = /^archtemp\./

/** The files that PostgreSQL has archived into the folder, oldest first; none if it never did. */
export async function listSpool(folder: string): Promise<readonly SpooledFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException): Dirent[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = entries.filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name)).map(({ name }) => name)
  const files = names.sort().map(async (name) => {
    const path = join(folder, name)
    // Another service of this data folder may have shipped it.
    const found = await stat(path).catch(() => undefined)
    return found === undefined ? [] : [{ name, path, bytes: found.size }]
  })
  return (await Promise.all(files)).flat()
}

/**
 * Gives up the oldest files beyond the bound, because a full disk would stop payments. Returns those that stay and how
 * many were given up.
 */
export async function boundSpool(
  files: readonly SpooledFile[],
  bytesMax: number,
): Promise<{ readonly kept: readonly SpooledFile[]; readonly dropped: number }> {
  let excess = files.reduce((sum, { bytes }) => sum + bytes, 0) - bytesMax
  const kept: SpooledFile[] = []
  for (const file of files) {
    if (excess <= 0) kept.push(file)
    else await rm(file.path, { force: true })
    excess -= file.bytes
  }
  return { kept, dropped: files.length - kept.length }
}
