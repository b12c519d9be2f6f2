import { mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import { sync } from '../../platform/files/durable-files.ts'

/** Everything is written here first, and moved up when it is complete. */
const UNFINISHED = '.restoring'

export function emptyFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const real = realpathSync(path)
  if (readdirSync(real).length === 0) return real
  throw new AppError(
    'conflict',
    'FOLDER_NOT_EMPTY',
    `The folder ${real} is not empty: a backup is restored into a new one.`,
  )
}

/** Fills an empty folder. Without the marker it is nobody's, so that file comes last. */
export async function fillFolder<T>(folder: string, marker: string, fill: (path: string) => Promise<T>): Promise<T> {
  const unfinished = join(folder, UNFINISHED)
  await mkdir(unfinished, { mode: 0o700 })
  const filled = await fill(unfinished)
  await moveUp(unfinished, folder, marker)
  return filled
}

async function moveUp(from: string, to: string, marker: string): Promise<void> {
  const names = readdirSync(from).filter((name) => name !== marker)
  for (const name of names) await rename(join(from, name), join(to, name))
  await sync(to)
  await rename(join(from, marker), join(to, marker))
  await rm(from, { recursive: true })
  await sync(to)
}
