import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { abortable } from './abortable.ts'

const MEBIBYTE = 1024 * 1024
const PARTS_MAX = 10_000
/** What is streamed has no known length: in 10,000 parts of this size there is room for 125 GB. */
const PART_BYTES = 12 * MEBIBYTE
/** With the part that is being gathered, and its copy, four are in memory at most. */
const PARTS_AT_ONCE = 2

type UploadTarget = { readonly client: S3Client; readonly bucket: string; readonly key: string }

type UploadContent = {
  readonly content: AsyncIterable<Uint8Array>
  /** Where it is known, so that whatever the bucket can hold fits into its parts. */
  readonly bytes?: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends the content in parts, which become an object when the last one is there; content that ends early
 * takes its parts with it. An abort makes the content fail and is not told to the upload itself, which
 * would then not wait until its parts are gone.
 */
export async function uploadInParts(
  { client, bucket, key }: UploadTarget,
  { content, bytes = 0, signal }: UploadContent,
): Promise<void> {
  let failure: unknown
  async function* watched(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* abortable(content, signal)
    } catch (error) {
      failure = error
      throw error
    }
  }
  const upload = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: Readable.from(watched()) },
    partSize: Math.max(PART_BYTES, Math.ceil(bytes / PARTS_MAX)),
    queueSize: PARTS_AT_ONCE,
  })
  try {
    await upload.done()
  } catch (error) {
    // Where the parts could not be removed the upload says only that.
    throw failure ?? error
  }
}
