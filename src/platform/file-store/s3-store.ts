import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { assert } from '../../kernel/assert.ts'
import { assertKey, assertRange, type ByteRange, FileMissing, type FileStore, outsideOf } from './file-store.ts'
import { type S3Place, s3ClientOf, s3KeyOf } from './s3-client.ts'
import { abortUploads, removeObjects } from './s3-removal.ts'
import { uploadInParts } from './s3-upload.ts'

const ATTEMPTS_MAX = 5

/** Stores files as objects of one bucket, below its prefix. */
export function s3FileStore(place: S3Place): FileStore {
  const client = s3ClientOf(place, { attemptsMax: ATTEMPTS_MAX })
  const { bucket } = place
  const s3Key = (key: string): string => {
    assertKey(key)
    return s3KeyOf(place, key)
  }
  const objectOf = (key: string) => ({ Bucket: bucket, Key: s3Key(key) })
  const target = (key: string) => ({ client, bucket, key: s3Key(key) })

  async function read(key: string, range: ByteRange | undefined): Promise<Readable> {
    if (range !== undefined) assertRange(range)
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      const { Body } = await client.send(new GetObjectCommand({ ...objectOf(key), Range }))
      assert(Body instanceof Readable, 'An object of a bucket is read as a stream.')
      return Body
    } catch (error) {
      const { name } = error as Error
      if (name === 'NoSuchKey') throw new FileMissing(key, { cause: error })
      if (name === 'InvalidRange' && range !== undefined) throw outsideOf(key, range)
      throw error
    }
  }

  return {
    write: (key, content, signal) => uploadInParts(target(key), { content, signal }),
    adopt: async (key, file, signal) => {
      const { size: bytes } = await stat(file)
      await uploadInParts(target(key), { content: createReadStream(file), bytes, signal })
      await rm(file)
    },
    read,
    sizeOf: async (key) => {
      try {
        return (await client.send(new HeadObjectCommand(objectOf(key)))).ContentLength
      } catch (error) {
        if ((error as Error).name === 'NotFound') return undefined
        throw error
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(objectOf(key)))
    },
    removeBelow: async (folder, keep = []) => {
      const below = { client, bucket, prefix: `${s3Key(folder)}/` }
      await abortUploads(below)
      await removeObjects(below, new Set(keep.map(s3Key)))
    },
    close: () => client.destroy(),
  }
}
