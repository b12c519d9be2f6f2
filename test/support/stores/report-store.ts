import { rmSync } from 'node:fs'
import type { FileStore } from '../../../src/platform/file-store/file-store.ts'
import { openFileStore } from '../../../src/platform/file-store/open-file-store.ts'
import { fileResources } from '../run/file-resources.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** A report store in a folder that is removed after the test file. */
export async function aReportStore(): Promise<FileStore> {
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  return openFileStore({ kind: 'folder', folder })
}
