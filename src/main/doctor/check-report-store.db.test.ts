import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startS3 } from '../../../test/support/processes/s3-server.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { checkReportStore } from './check-report-store.ts'

test('a writable folder passes and stays empty', async () => {
  const folder = join(temporaryFolder(), 'reports')

  await checkReportStore({ kind: 'folder', folder })

  expect(readdirSync(folder)).toEqual([])
})

test('a folder that cannot be created fails', async () => {
  const folder = join(temporaryFolder(), 'a\0b')

  await expect(checkReportStore({ kind: 'folder', folder })).rejects.toThrow()
})

test('a bucket that stores, returns and removes an object passes', async () => {
  const { endpoint } = await startS3('reports')

  const check = checkReportStore({ kind: 's3', bucket: 'reports', prefix: 'a/b', endpoint })

  await expect(check).resolves.toBeUndefined()
})

test('a bucket that does not exist fails', async () => {
  const { endpoint } = await startS3('reports')

  const check = checkReportStore({ kind: 's3', bucket: 'absent', prefix: '', endpoint })

  await expect(check).rejects.toThrow(/bucket does not exist|NoSuchBucket/i)
})
