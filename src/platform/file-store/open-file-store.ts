import type { FileStoreConfig } from '../config/config.ts'
import type { FileStore } from './file-store.ts'
import { folderFileStore } from './folder-store.ts'

/** Opens nothing yet: whether the store is there is found out by using it. */
export async function openFileStore(store: FileStoreConfig): Promise<FileStore> {
  if (store.kind === 'folder') return folderFileStore(store.folder)
  // Loaded by who needs it alone: it takes longer than the rest of a quick command.
  const { s3FileStore } = await import('./s3-store.ts')
  return s3FileStore(store)
}
