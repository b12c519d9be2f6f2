import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { assert } from '../../kernel/assert.ts'
import { partsOf } from '../files/parts-of.ts'
import { abortable } from './abortable.ts'

const MEBIBYTE = 1024 * 1024
const PARTS_MAX = 10_000
/** What is streamed has no known length: in 10,000 parts of this size there is room for 125 GB. */
const PART_BYTES = 12 * MEBIBYTE

type UploadTarget = { readonly client: S3Client; readonly bucket: string; readonly key: string }

type UploadContent = {
  readonly content: AsyncIterable<Uint8Array>
  /** Where it is known, so that whatever the bucket can hold fits into its parts. */
  readonly bytes?: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends the content in parts, which become an object when all have arrived; if anything fails, they are removed before
 * the error is thrown. One part is sent while the next is collected, so that two are in memory.
 */
export async function uploadInParts(
  target: UploadTarget,
  { content, bytes = 0, signal }: UploadContent,
): Promise<void> {
  const { client, bucket, key } = target
  const partBytes = Math.max(PART_BYTES, Math.ceil(bytes / PARTS_MAX))
  const parts = partsOf(abortable(content, signal), partBytes)
  const { value: first } = await parts.next()
  assert(first, 'Content has a part, be it an empty one.')
  if (first.length < partBytes) {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: first }))
    return
  }
  try {
    await uploadAll(target, first, parts)
  } finally {
    // If a part could not be sent, the source is closed.
    await parts.return()
  }
}

async function uploadAll(
  { client, bucket, key }: UploadTarget,
  first: Buffer,
  others: AsyncIterable<Buffer>,
): Promise<void> {
  const object = { Bucket: bucket, Key: key }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...object, ...(await checksumOf(client)) }))
  const sent: CompletedPart[] = []
  const send = async (Body: Buffer): Promise<void> => {
    const PartNumber = sent.length + 1
    assert(PartNumber <= PARTS_MAX, 'The content is larger than a bucket takes in parts.')
    const part = new UploadPartCommand({ ...object, UploadId, PartNumber, Body })
    const { ETag, ChecksumCRC32 } = await client.send(part)
    sent.push({ PartNumber, ETag, ChecksumCRC32 })
  }
  let sending: Promise<void> = Promise.resolve()
  const begin = (part: Buffer): void => {
    sending = send(part)
    // Awaited with the next part; until then its failure must not end the process.
    sending.catch(() => {})
  }
  begin(first)
  try {
    for await (const part of others) {
      await sending
      begin(part)
    }
    await sending
    const MultipartUpload = { Parts: sent }
    await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload }))
  } catch (error) {
    // A part that arrives after the end of its upload would stay.
    await sending.catch(() => {})
    // What cannot be removed now is removed with the folder, or by the bucket's own rule.
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {})
    throw error
  }
}

/** Parts come with a checksum unless the settings say otherwise, and the upload must announce it. */
async function checksumOf({ config }: S3Client): Promise<{ ChecksumAlgorithm?: 'CRC32' }> {
  const calculation = await config.requestChecksumCalculation()
  return calculation === 'WHEN_SUPPORTED' ? { ChecksumAlgorithm: 'CRC32' } : {}
}
