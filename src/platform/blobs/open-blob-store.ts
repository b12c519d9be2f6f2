import type { ReportStore } from '../config/config.ts'
import type { BlobStore } from './blob-store.ts'
import { folderBlobStore } from './folder-blob-store.ts'

export type OpenedBlobStore = BlobStore & { readonly close: () => void }

/** Opens nothing yet: whether the store is there is found out by using it. */
export async function openBlobStore(store: ReportStore): Promise<OpenedBlobStore> {
  if (store.kind === 'folder') return { ...folderBlobStore(store.folder), close: () => {} }
  // Loaded by who needs it alone: it takes longer than the rest of a quick command.
  const { s3BlobStore } = await import('./s3-blob-store.ts')
  return s3BlobStore(store)
}
