import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { abortable } from './abortable.ts'

const MEBIBYTE = 1024 * 1024
const PARTS_MAX = 10_000
/** The length of a stream is unknown: 10,000 parts of this size have room for 125 GB. */
const PART_BYTES = 12 * MEBIBYTE

type UploadTarget = { readonly client: S3Client; readonly bucket: string; readonly key: string }

type UploadContent = {
  readonly content: AsyncIterable<Uint8Array>
  /** If it is known, so that any size that the bucket accepts fits into the parts. */
  readonly bytes?: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends the content in parts, which become an object when all have arrived; if anything fails, they are removed before
 * the error is thrown. The next part is read while one is sent.
 */
export async function uploadInParts(
  { client, bucket, key }: UploadTarget,
  { content, bytes = 0, signal }: UploadContent,
): Promise<void> {
  const readAhead = { objectMode: false, highWaterMark: PART_BYTES }
  const upload = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: Readable.from(copied(abortable(content, signal)), readAhead) },
    partSize: Math.max(PART_BYTES, Math.ceil(bytes / PARTS_MAX)),
    // With more than one, a refused part would be noticed only after the next one has been read.
    queueSize: 1,
  })
  await upload.done()
}

/** A piece may be reused once the next one is requested, but the upload collects them. */
async function* copied(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of content) yield Buffer.from(piece)
}
