import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type MultipartUpload,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'

type Below = { readonly client: S3Client; readonly bucket: string; readonly prefix: string }

/** Page by page, as many as one request can name. */
export async function removeObjects({ client, bucket, prefix }: Below, keep: ReadonlySet<string>): Promise<void> {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
  for await (const { Contents = [] } of pages) {
    const keys = Contents.flatMap(({ Key }) => (Key === undefined || keep.has(Key) ? [] : [{ Key }]))
    if (keys.length === 0) continue
    const removal = new DeleteObjectsCommand({
      Bucket: bucket,
      Delete: { Objects: keys, Quiet: true },
    })
    const { Errors: [first] = [] } = await client.send(removal)
    if (first !== undefined) {
      throw new Error(`The bucket does not remove ${first.Key}: ${first.Message ?? first.Code}`)
    }
  }
}

/** Aborts the uploads of killed processes, whose parts are invisible but cost money. */
export async function abortUploads(below: Below): Promise<void> {
  const { client, bucket } = below
  for await (const { Key, UploadId } of unfinishedUploads(below)) {
    try {
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    } catch (error) {
      if ((error as Error).name !== 'NoSuchUpload') throw error
    }
  }
}

async function* unfinishedUploads({ client, bucket, prefix }: Below): AsyncGenerator<MultipartUpload, void, undefined> {
  const input: ListMultipartUploadsCommandInput = { Bucket: bucket, Prefix: prefix }
  do {
    const page = await client.send(new ListMultipartUploadsCommand(input)).catch((error: Error) => {
      // A bucket that cannot list unfinished uploads removes them by a rule of its own.
      if (error.name === 'NotImplemented') return undefined
      throw error
    })
    yield* page?.Uploads ?? []
    input.KeyMarker = page?.IsTruncated === true ? page.NextKeyMarker : undefined
    input.UploadIdMarker = page?.NextUploadIdMarker
  } while (input.KeyMarker !== undefined)
}
