import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../../platform/file-store/file-store.ts'
import { prefersGzip } from '../../platform/http/negotiation/accept-header.ts'
import { contentDisposition } from '../../platform/http/pages/content-disposition.ts'
import { readRange } from './range-header.ts'

/** A stored file that is sent unchanged. */
export type ServedFile = {
  /** File name for saving it. */
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
  /** Whether compression makes it smaller. */
  readonly isCompressible: boolean
}

/** The request headers that decide how a file is sent. */
export type FileRequest = {
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly acceptEncoding?: string | undefined
}

/** The status and headers of a file response, and the part of the file to send. */
export type FileResponse = {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for the whole file. */
  readonly part: ByteRange | undefined
  readonly isCompressed: boolean
}

/** Smaller files do not gain from compression. */
const COMPRESSED_BYTES_MIN = 1_024

export function fileRequest(method: string, headers: IncomingHttpHeaders): FileRequest {
  return {
    // A range applies to a body, and a response to HEAD has none.
    range: method === 'GET' ? headers.range : undefined,
    ifRange: headers['if-range']?.toString(),
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: headers['accept-encoding']?.toString(),
  }
}

/** Decides how a file is sent: not modified, a range, compressed or as it is (RFC 9110). */
export function fileResponse(file: ServedFile, request: FileRequest): FileResponse {
  const isCompressed = request.range === undefined && isWorthCompressing(file, request.acceptEncoding)
  const tag = tagOf(file, isCompressed)
  const known = knownTag(request.ifNoneMatch, [tag, tagOf(file, !isCompressed)])
  const caching = cachingHeaders(file, known ?? tag)
  const without = { part: undefined, isCompressed: false }
  if (known !== undefined) return { status: 304, headers: caching, ...without }
  const part = isSame(tag, request.ifRange) ? readRange(request.range, file.bytes) : 'whole'
  if (part === 'nothing') {
    return { status: 416, headers: { 'content-range': `bytes */${file.bytes}` }, ...without }
  }
  const headers = {
    ...caching,
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'content-disposition': contentDisposition('attachment', file.name),
  }
  return part === 'whole' ? whole(file, { headers, isCompressed }) : partial(file, { headers, part })
}

function whole(
  { bytes }: ServedFile,
  { headers, isCompressed }: Pick<FileResponse, 'headers' | 'isCompressed'>,
): FileResponse {
  const length = isCompressed ? { 'content-encoding': 'gzip' } : { 'content-length': String(bytes) }
  return { status: 200, headers: { ...headers, ...length }, part: undefined, isCompressed }
}

function partial(
  { bytes }: ServedFile,
  { headers, part }: { readonly headers: FileResponse['headers']; readonly part: ByteRange },
): FileResponse {
  const length = {
    'content-range': `bytes ${part.start}-${part.end}/${bytes}`,
    'content-length': String(part.end - part.start + 1),
  }
  return { status: 206, headers: { ...headers, ...length }, part, isCompressed: false }
}

function cachingHeaders({ isCompressible }: ServedFile, etag: string): FileResponse['headers'] {
  const vary = isCompressible ? { vary: 'accept-encoding' } : {}
  return { 'cache-control': 'private, no-cache', etag, ...vary }
}

function isWorthCompressing(file: ServedFile, acceptEncoding: string | undefined): boolean {
  return file.isCompressible && file.bytes >= COMPRESSED_BYTES_MIN && prefersGzip(acceptEncoding)
}

/** Compressed and plain content differ in their bytes, so ranges of one do not fit the other. */
function tagOf({ sha256 }: ServedFile, isCompressed: boolean): string {
  return isCompressed ? `"${sha256}-gzip"` : `"${sha256}"`
}

/** The tag that the client already has; it may have the file in the other encoding. */
function knownTag(ifNoneMatch: string | undefined, tags: readonly [string, string]): string | undefined {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes('*') ? tags[0] : tags.find((tag) => known.includes(tag))
}

/** A date never matches, because the file has none; neither does a weak tag, which does not promise equal bytes. */
function isSame(tag: string, ifRange: string | undefined): boolean {
  return ifRange === undefined || ifRange.trim() === tag
}
