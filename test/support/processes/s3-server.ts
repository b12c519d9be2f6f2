import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import { onTestFinished, vi } from 'vitest'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'
import { temporaryFolder } from '../stores/temporary-folder.ts'

type TestBucket = {
  readonly endpoint: string
  /** Keys of uploads in parts that were begun and not ended. */
  readonly unfinished: () => readonly string[]
  /** Method, path and query of each request so far. */
  readonly requests: readonly string[]
  /** The file in which the server keeps an object. */
  readonly fileOf: (key: string) => string
}

type TestBucketOptions = {
  readonly canListUploads?: boolean
  /** By method, path and query. */
  readonly refuses?: (request: string) => boolean
}

const OBJECTS_A_PAGE = 3

/**
 * A bucket on a real S3 server, which goes away with the test. The server knows nothing of ending and listing
 * unfinished uploads nor of conditional writes, and for a second page of objects it wants a cipher that Node no longer
 * has: that is added here, on the files in which it keeps them.
 */
export async function startS3(
  bucket: string,
  { canListUploads = true, refuses = () => false }: TestBucketOptions = {},
): Promise<TestBucket> {
  const directory = temporaryFolder()
  const s3 = new S3rver({
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  await s3.configureBuckets()
  const uploads = unfinishedUploads(join(directory, bucket, '._S3rver_uploads'))
  const { store } = s3 as unknown as { readonly store: ObjectStore }
  respondWhenWritten(store)
  const missing = { store, bucket, uploads, canListUploads, created: new Set<string>() }
  const serve = s3.callback()
  const requests: string[] = []
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`
    requests.push(line)
    if (refuses(line)) {
      request.resume()
      return void response.writeHead(403).end()
    }
    handleMissing(request, response, missing).then(
      (isHandled) => isHandled || serve(request, response),
      (error: unknown) => response.destroy(error as Error),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    unfinished: () => uploads.all().map(({ key }) => key),
    requests,
    fileOf: (key) => store.getResourcePath(bucket, key, 'object'),
  }
}

type Written = { readonly size: number }

type ObjectStore = {
  putObject: (object: { readonly bucket: string; readonly key: string }) => Promise<Written>
  putPart: (bucket: string, uploadId: string, partNumber: number, content: unknown) => Promise<Written>
  readonly getResourcePath: (bucket: string, key: string | undefined, resource: string) => string
  readonly listObjects: (
    bucket: string,
    options: { readonly prefix: string; readonly startAfter: string; readonly maxKeys: number },
  ) => Promise<{
    readonly objects: readonly { readonly key: string; readonly size: number }[]
    readonly isTruncated: boolean
  }>
}

/** The server responds as soon as it has read an object or a part, which may be before its own file is whole. */
function respondWhenWritten(store: ObjectStore): void {
  const { putObject, putPart } = store
  const written = async (file: string, result: Written): Promise<Written> => {
    const isWhole = () => statSync(file, { throwIfNoEntry: false })?.size === result.size || undefined
    await waitUntil(isWhole, { withinMs: 20_000, everyMs: 1 })
    return result
  }
  store.putObject = async (object) => {
    const result = await putObject.call(store, object)
    return written(store.getResourcePath(object.bucket, object.key, 'object'), result)
  }
  store.putPart = async (bucket, uploadId, partNumber, content) => {
    const result = await putPart.call(store, bucket, uploadId, partNumber, content)
    const parts = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId)
    return written(join(parts, String(partNumber)), result)
  }
}

type Missing = {
  readonly store: ObjectStore
  readonly bucket: string
  readonly uploads: Uploads
  readonly canListUploads: boolean
  /** Keys of conditional writes whose file is not there yet. */
  readonly created: Set<string>
}

type Uploads = ReturnType<typeof unfinishedUploads>

function unfinishedUploads(folder: string) {
  return {
    all: () =>
      (existsSync(folder) ? readdirSync(folder) : []).sort().map((id) => ({
        id,
        key: readFileSync(join(folder, id, 'key'), 'utf8'),
      })),
    remove: (id: string) => rmSync(join(folder, id), { recursive: true, force: true }),
  }
}

/** Handles a request that the server itself cannot; returns false for any other. */
async function handleMissing(
  request: IncomingMessage,
  response: ServerResponse,
  { store, bucket, uploads, canListUploads, created }: Missing,
): Promise<boolean> {
  const { method, url = '' } = request
  const { searchParams: query, pathname } = new URL(url, 'http://bucket')
  if (method === 'PUT' && request.headers['if-none-match'] === '*') {
    const key = decodeURIComponent(pathname).slice(`/${bucket}/`.length)
    if (!created.has(key) && !existsSync(store.getResourcePath(bucket, key, 'object'))) {
      created.add(key)
      response.once('close', () => created.delete(key))
      return false
    }
    request.resume()
    response.writeHead(412, { 'content-type': 'application/xml' })
    response.end('<Error><Code>PreconditionFailed</Code><Message>The key is taken.</Message></Error>')
    return true
  }
  const uploadId = query.get('uploadId')
  if (method === 'DELETE' && uploadId !== null) {
    uploads.remove(uploadId)
    response.writeHead(204).end()
    return true
  }
  if (method !== 'GET') return false
  if (query.has('uploads') && canListUploads) {
    return sendXml(response, 'ListMultipartUploadsResult', uploadPage(uploads, query))
  }
  if (query.get('list-type') === '2') {
    return sendXml(response, 'ListBucketResult', await objectPage(store, bucket, query))
  }
  return false
}

/** One upload a page, so that paging is always needed. */
function uploadPage(uploads: Uploads, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('upload-id-marker') ?? ''
  const [upload, ...rest] = uploads.all().filter(({ id, key }) => key.startsWith(prefix) && id > after)
  if (upload === undefined) return '<IsTruncated>false</IsTruncated>'
  const { id, key } = upload
  return `<IsTruncated>${rest.length > 0}</IsTruncated>
    <Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>
    <NextKeyMarker>${key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`
}

async function objectPage(store: ObjectStore, bucket: string, query: URLSearchParams): Promise<string> {
  const { objects, isTruncated } = await store.listObjects(bucket, {
    prefix: query.get('prefix') ?? '',
    startAfter: query.get('continuation-token') ?? '',
    maxKeys: OBJECTS_A_PAGE,
  })
  const contents = objects.map(({ key, size }) => `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`).join('')
  const next = isTruncated ? `<NextContinuationToken>${objects.at(-1)?.key}</NextContinuationToken>` : ''
  return `<IsTruncated>${isTruncated}</IsTruncated>${contents}${next}`
}

function sendXml(response: ServerResponse, name: string, content: string): true {
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${content}</${name}>`)
  return true
}
