import type { FileStoreConfig } from '../config/config.ts'
import type { FileStore } from './file-store.ts'
import { folderFileStore } from './folder-store.ts'

/** Does not connect yet: the first use shows whether the store is there. */
export async function openFileStore(store: FileStoreConfig): Promise<FileStore> {
  if (store.kind === 'folder') return folderFileStore(store.folder)
  // Loaded only if needed: it takes longer than the rest of a quick command.
  const { s3FileStore } = await import('./s3-store.ts')
  return s3FileStore(store)
}
