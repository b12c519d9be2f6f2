import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { checkReportStore } from './check-report-store.ts'

async function startS3(bucket: string): Promise<string> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: temporaryFolder(),
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  onTestFinished(() => void vi.unstubAllEnvs())
  return `http://127.0.0.1:${port}`
}

test('a folder that can be written is in order and stays empty', async () => {
  const folder = join(temporaryFolder(), 'reports')

  await checkReportStore({ kind: 'folder', folder })

  expect(readdirSync(folder)).toEqual([])
})

test('a folder that cannot be made is not in order', async () => {
  const folder = join(temporaryFolder(), 'a\0b')

  await expect(checkReportStore({ kind: 'folder', folder })).rejects.toThrow()
})

test('a bucket that takes, returns and removes an object is in order', async () => {
  const endpoint = await startS3('reports')

  const check = checkReportStore({ kind: 's3', bucket: 'reports', prefix: 'a/b', endpoint })

  await expect(check).resolves.toBeUndefined()
})

test('a bucket that does not exist is not in order', async () => {
  const endpoint = await startS3('reports')

  const check = checkReportStore({ kind: 's3', bucket: 'absent', prefix: '', endpoint })

  await expect(check).rejects.toThrow(/bucket does not exist|NoSuchBucket/i)
})
