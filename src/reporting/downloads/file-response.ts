import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../../platform/file-store/file-store.ts'
import { prefersGzip } from '../http/accept-header.ts'
import { attachment } from './file-headers.ts'
import { readRange } from './range-header.ts'

/** A file that is sent as it is stored. */
export type ServedFile = {
  /** Under which it is saved. */
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
  /** Whether it becomes smaller when it is packed. */
  readonly isPackable: boolean
}

/** How a client asks for a file. */
export type FileRequest = {
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly acceptEncoding?: string | undefined
}

/** What is sent of a file, before the first byte of it is read. */
export type FileResponse = {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for all of it. */
  readonly part: ByteRange | undefined
  readonly isPacked: boolean
}

/** Below this, what packing saves does not pay for its head. */
const PACKED_BYTES_MIN = 1_024

export function fileRequest(method: string, headers: IncomingHttpHeaders): FileRequest {
  return {
    // A range is of a content, and a head has none.
    range: method === 'GET' ? headers.range : undefined,
    ifRange: headers['if-range']?.toString(),
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: headers['accept-encoding']?.toString(),
  }
}

/** How a file is answered for: known already, a part of it, packed or as it is (RFC 9110). */
export function fileResponse(file: ServedFile, asked: FileRequest): FileResponse {
  const isPacked = asked.range === undefined && isWorthPacking(file, asked.acceptEncoding)
  const tag = tagOf(file, isPacked)
  const known = knownTag(asked.ifNoneMatch, [tag, tagOf(file, !isPacked)])
  const caching = cachingHeaders(file, known ?? tag)
  const without = { part: undefined, isPacked: false }
  if (known !== undefined) return { status: 304, headers: caching, ...without }
  const wanted = isSame(tag, asked.ifRange) ? readRange(asked.range, file.bytes) : 'whole'
  if (wanted === 'nothing') {
    return { status: 416, headers: { 'content-range': `bytes */${file.bytes}` }, ...without }
  }
  const headers = {
    ...caching,
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'content-disposition': attachment(file.name),
  }
  return wanted === 'whole' ? whole(file, { headers, isPacked }) : partial(file, { headers, part: wanted })
}

function whole({ bytes }: ServedFile, { headers, isPacked }: Pick<FileResponse, 'headers' | 'isPacked'>): FileResponse {
  const length = isPacked ? { 'content-encoding': 'gzip' } : { 'content-length': String(bytes) }
  return { status: 200, headers: { ...headers, ...length }, part: undefined, isPacked }
}

function partial(
  { bytes }: ServedFile,
  { headers, part }: { readonly headers: FileResponse['headers']; readonly part: ByteRange },
): FileResponse {
  const length = {
    'content-range': `bytes ${part.start}-${part.end}/${bytes}`,
    'content-length': String(part.end - part.start + 1),
  }
  return { status: 206, headers: { ...headers, ...length }, part, isPacked: false }
}

function cachingHeaders({ isPackable }: ServedFile, etag: string): FileResponse['headers'] {
  const vary = isPackable ? { vary: 'accept-encoding' } : {}
  return { 'cache-control': 'private, no-cache', etag, ...vary }
}

function isWorthPacking(file: ServedFile, acceptEncoding: string | undefined): boolean {
  return file.isPackable && file.bytes >= PACKED_BYTES_MIN && prefersGzip(acceptEncoding)
}

/** Packed and unpacked are different bytes, and parts of one do not fit to parts of the other. */
function tagOf({ sha256 }: ServedFile, isPacked: boolean): string {
  return isPacked ? `"${sha256}-gzip"` : `"${sha256}"`
}

/** The tag that the client has already; it may have the file in the other form. */
function knownTag(ifNoneMatch: string | undefined, tags: readonly [string, string]): string | undefined {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes('*') ? tags[0] : tags.find((tag) => known.includes(tag))
}

/** A date never is: the file has none. A weak tag does not promise equal bytes. */
function isSame(tag: string, ifRange: string | undefined): boolean {
  return ifRange === undefined || ifRange.trim() === tag
}
