import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { assert } from '../../kernel/assert.ts'
import type { FileStoreConfig } from '../../platform/config/config.ts'
import { type S3Place, s3ClientOf, s3KeyOf } from '../../platform/file-store/s3-client.ts'
import { newId } from '../../platform/secrets/random.ts'

const PROBE = 'written by quittance doctor'
const RESPONSE_MS_MAX = 10_000

/** Writes, reads and removes a small file in the same way as a report. */
export async function checkReportStore(store: FileStoreConfig): Promise<void> {
  const name = `.probe-${newId()}`
  const found = store.kind === 'folder' ? await probeFolder(store.folder, name) : await probeBucket(store, name)
  assert(found === PROBE, 'The report store does not return what was written to it.')
}

async function probeFolder(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  try {
    await writeFile(path, PROBE, { flush: true, mode: 0o600 })
    return await readFile(path, 'utf8')
  } finally {
    await rm(path, { force: true })
  }
}

async function probeBucket(place: S3Place, name: string): Promise<string> {
  const client = s3ClientOf(place, { attemptsMax: 2 })
  const target = { Bucket: place.bucket, Key: s3KeyOf(place, name) }
  const bound = { abortSignal: AbortSignal.timeout(RESPONSE_MS_MAX) }
  try {
    await client.send(new PutObjectCommand({ ...target, Body: PROBE }), bound)
    const response = await client.send(new GetObjectCommand(target), bound)
    await client.send(new DeleteObjectCommand(target), bound)
    return (await response.Body?.transformToString()) ?? ''
  } finally {
    client.destroy()
  }
}
