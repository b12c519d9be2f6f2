import { link, open, opendir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { assertKey } from '../../platform/file-store/file-store.ts'
import { folderFileStore } from '../../platform/file-store/folder-store.ts'
import { hasCode, makeFolder, sync } from '../../platform/files/durable-files.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { BackupPlace, StoredObject } from './place.ts'
import { named } from './place-failure.ts'
import { asContent, readWhole } from './whole-object.ts'

/** Unfinished objects have a name that begins with a dot, which no key has. */
const UNFINISHED = /^\./

export function folderPlace(root: string): BackupPlace {
  const files = folderFileStore(root)
  const at = named(root)
  return {
    name: root,
    put: (key, content, signal) => at(key, () => files.write(key, asContent(content), signal)),
    create: (key, content) => at(key, () => create(root, key, content)),
    get: (key) => at(key, () => files.read(key)),
    read: (key) => at(key, async () => readWhole(await files.read(key))),
    sizeOf: (key) => at(key, () => files.sizeOf(key)),
    list: (folder) => list(root, folder),
    delete: (key) => at(key, () => files.remove(key)),
    close: () => files.close(),
  }
}

/** A link fails if the name is taken, and only a complete file is linked. */
async function create(root: string, key: string, content: Uint8Array): Promise<boolean> {
  assertKey(key)
  const path = join(root, key)
  await makeFolder(dirname(path))
  const draft = join(dirname(path), `.${basename(path)}.${newId()}.partial`)
  try {
    await using file = await open(draft, 'wx', 0o600)
    await file.writeFile(content)
    await file.sync()
    await link(draft, path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  await sync(dirname(path))
  return true
}

async function* list(root: string, folder: string): AsyncGenerator<StoredObject> {
  assertKey(folder)
  const entries = await opendir(join(root, folder), { recursive: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  })
  if (entries === undefined) return
  for await (const entry of entries) {
    if (!entry.isFile() || UNFINISHED.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    // It may have been deleted since.
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined) yield { key: relative(root, path).split(sep).join('/'), bytes: found.size }
  }
}
