import type { ReportStore } from '../config.ts'
import type { BlobStore } from './blob-store.ts'
import { folderBlobStore } from './folder-blob-store.ts'
import { s3BlobStore } from './s3-blob-store.ts'

/** Opens nothing yet: whether the store is there is found out by using it. */
export function openBlobStore(store: ReportStore): BlobStore & { readonly close: () => void } {
  if (store.kind === 's3') return s3BlobStore(store)
  return { ...folderBlobStore(store.folder), close: () => {} }
}
