import { createReadStream } from 'node:fs'
import { chmod, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { hasCode, makeFolder, sync, writeDurably } from '../files/durable-files.ts'
import { newId } from '../secrets/random.ts'
import { abortable } from './abortable.ts'
import { assertKey, assertRange, type ByteRange, FileMissing, type FileStore, outsideOf } from './file-store.ts'

const FILE_MODE = 0o600

/** Stores files in a folder. A file has a temporary name until it is complete. */
export function folderFileStore(root: string): FileStore {
  const pathOf = (key: string): string => {
    assertKey(key)
    return join(root, key)
  }
  return {
    write: (key, content, signal) => write(pathOf(key), content, signal),
    adopt: (key, file, signal) => adopt(pathOf(key), file, signal),
    read: (key, range) => read({ key, path: pathOf(key) }, range),
    sizeOf: (key) => sizeOf(pathOf(key)),
    remove: (key) => remove(pathOf(key)),
    removeBelow: async (folder, keep = []) => {
      await removeBelow(pathOf(folder), new Set(keep.map(pathOf)))
    },
    close: () => {},
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): Promise<void> {
  await makeFolder(dirname(path))
  const partial = join(dirname(path), `.${basename(path)}.${newId()}.partial`)
  try {
    await writeNew(partial, abortable(content, signal))
    signal?.throwIfAborted()
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  await sync(dirname(path))
}

async function writeNew(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx', FILE_MODE)
  await writeDurably(file, content)
}

async function adopt(path: string, file: string, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await makeFolder(dirname(path))
  await chmod(file, FILE_MODE)
  await sync(file)
  try {
    await rename(file, path)
  } catch (error) {
    // A file of another file system cannot be renamed.
    if (!hasCode(error, 'EXDEV')) throw error
    await write(path, createReadStream(file), signal)
    await rm(file)
    return
  }
  await sync(dirname(path))
}

async function read(
  { key, path }: { readonly key: string; readonly path: string },
  range: ByteRange | undefined,
): Promise<Readable> {
  if (range !== undefined) assertRange(range)
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) throw new FileMissing(key, { cause: error })
    throw error
  })
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new FileMissing(key)
    if (range !== undefined && range.start >= found.size) throw outsideOf(key, range)
    return file.createReadStream(range)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(onlyMissing)
  return found?.isFile() ? found.size : undefined
}

async function remove(path: string): Promise<void> {
  await rm(path)
    .then(() => sync(dirname(path)))
    .catch(onlyMissing)
}

/** Returns whether the folder was removed. */
async function removeBelow(path: string, keep: ReadonlySet<string>): Promise<boolean> {
  let isEmpty = true
  for (const entry of (await readdir(path, { withFileTypes: true }).catch(onlyMissing)) ?? []) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) isEmpty = (await removeBelow(inside, keep)) && isEmpty
    else if (keep.has(inside)) isEmpty = false
    else await rm(inside, { force: true })
  }
  if (isEmpty) return removeEmpty(path)
  await sync(path)
  return false
}

async function removeEmpty(path: string): Promise<boolean> {
  try {
    await rmdir(path)
    await sync(dirname(path))
    return true
  } catch (error) {
    // Another process has just added a file, or has removed the folder first.
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false
    if (isMissing(error)) return true
    throw error
  }
}

function onlyMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Also true if a folder of the key is a file. */
function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR')
}
