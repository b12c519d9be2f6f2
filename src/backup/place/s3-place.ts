import { PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { assertKey } from '../../platform/file-store/file-store.ts'
import { type S3Place, s3ClientOf, s3KeyOf } from '../../platform/file-store/s3-client.ts'
import { s3FileStore } from '../../platform/file-store/s3-store.ts'
import type { BackupPlace, StoredObject } from './place.ts'
import { named } from './place-failure.ts'
import { asContent, readWhole } from './whole-object.ts'

const ATTEMPTS_MAX = 5

export function s3Place(bucket: S3Place): BackupPlace {
  const files = s3FileStore(bucket)
  const client = s3ClientOf(bucket, { attemptsMax: ATTEMPTS_MAX })
  const name = `s3://${s3KeyOf({ ...bucket, prefix: bucket.bucket }, bucket.prefix)}`.replace(/\/$/, '')
  const at = named(name)

  async function create(key: string, content: Uint8Array): Promise<boolean> {
    assertKey(key)
    const object = { Bucket: bucket.bucket, Key: s3KeyOf(bucket, key), Body: content, IfNoneMatch: '*' }
    try {
      await client.send(new PutObjectCommand(object))
      return true
    } catch (error) {
      // The second: another request for this key is under way, and one of both succeeds.
      if (['PreconditionFailed', 'ConditionalRequestConflict'].includes((error as Error).name)) return false
      throw error
    }
  }

  async function* list(folder: string): AsyncGenerator<StoredObject> {
    assertKey(folder)
    const prefix = `${s3KeyOf(bucket, folder)}/`
    const root = prefix.length - folder.length - 1
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket: bucket.bucket, Prefix: prefix },
    )) {
      for (const { Key, Size } of Contents) if (Key !== undefined) yield { key: Key.slice(root), bytes: Size ?? 0 }
    }
  }

  return {
    name,
    put: (key, content, signal) => at(key, () => files.write(key, asContent(content), signal)),
    create: (key, content) => at(key, () => create(key, content)),
    get: (key) => at(key, () => files.read(key)),
    read: (key) => at(key, async () => readWhole(await files.read(key))),
    sizeOf: (key) => at(key, () => files.sizeOf(key)),
    list,
    delete: (key) => at(key, () => files.remove(key)),
    close: () => {
      files.close()
      client.destroy()
    },
  }
}
