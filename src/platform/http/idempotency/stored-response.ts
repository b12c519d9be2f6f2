import { assert } from '../../../kernel/assert.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { KeyScope, SealedResponse } from './idempotency-store.ts'

/** A response as the bytes that are sent, so that a replay is identical to the first response. */
export type StoredResponse = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for a response without a body. */
  readonly body: Buffer | undefined
  /** A long part of the body, such as an image, that is stored once for all responses that have it. */
  readonly sharedPart?: { readonly start: number; readonly end: number } | undefined
}

/** Replaces a response that was erased before it expired. */
export const ERASED_RESPONSE: StoredResponse = { status: 410, headers: {}, body: undefined }

/** None of our routes responds with 410. */
export function isErased({ status }: StoredResponse): boolean {
  return status === ERASED_RESPONSE.status
}

/**
 * Larger responses are not stored. Request bodies have at most 2 MiB, and a response that repeats what was sent may be
 * several times as long.
 */
export const RESPONSE_BYTES_MAX = 8 * 1024 * 1024

/** These are about the caller or the moment, not about the outcome of the request. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([401, 429])

export function isStoredStatus(status: number): boolean {
  return status < 500 && !PASSING_STATUSES.has(status)
}

type PartPlace = { readonly at: number; readonly hash: string }
type Preamble = Pick<StoredResponse, 'status' | 'headers'> & { readonly hasBody: boolean; readonly part?: PartPlace }
/** A response whose shared part, if it has one, is stored elsewhere. */
type OpenedResponse = StoredResponse & { readonly part: PartPlace | undefined }

const LINE_END = 0x0a

/** One line of JSON, then the body as it is. */
export function encodeResponse({ status, headers, body }: StoredResponse, part?: PartPlace): Buffer {
  const preamble: Preamble = { status, headers, hasBody: body !== undefined, ...(part === undefined ? {} : { part }) }
  return Buffer.concat([Buffer.from(`${JSON.stringify(preamble)}\n`), body ?? Buffer.alloc(0)])
}

export function decodeResponse(encoded: Buffer): OpenedResponse {
  const end = encoded.indexOf(LINE_END)
  const { hasBody, part, ...preamble } = JSON.parse(encoded.toString('utf8', 0, end)) as Preamble
  return { ...preamble, body: hasBody ? encoded.subarray(end + 1) : undefined, part }
}

/** Encrypts a response for its key: under another key it cannot be decrypted. */
export function sealResponse(secrets: Secrets, scope: KeyScope, answer: StoredResponse): SealedResponse {
  const { body, sharedPart } = answer
  if (body === undefined || sharedPart === undefined) {
    return { sealed: secrets.seal(encodeResponse(answer), contextOf(scope)), parts: [] }
  }
  const { start, end } = sharedPart
  const text = body.subarray(start, end)
  const hash = secrets.code('idempotency part', text)
  const rest = { ...answer, body: Buffer.concat([body.subarray(0, start), body.subarray(end)]) }
  const encoded = encodeResponse(rest, { at: start, hash: hash.toString('hex') })
  return {
    sealed: secrets.seal(encoded, contextOf(scope)),
    parts: [{ hash, sealed: secrets.seal(text, contextOfPart(scope, hash)) }],
  }
}

/** The response without its shared part, which `withPart` puts back. */
export function openResponse(secrets: Secrets, scope: KeyScope, sealed: Buffer): OpenedResponse {
  return decodeResponse(secrets.open(sealed, contextOf(scope)))
}

export function withPart(
  secrets: Secrets,
  scope: KeyScope,
  { response, sealed }: { readonly response: OpenedResponse; readonly sealed: Buffer },
): StoredResponse {
  const { body = Buffer.alloc(0), part } = response
  assert(part !== undefined, 'Only a response that was stored without its part gets it back.')
  const text = secrets.open(sealed, contextOfPart(scope, Buffer.from(part.hash, 'hex')))
  return { ...response, body: Buffer.concat([body.subarray(0, part.at), text, body.subarray(part.at)]) }
}

function contextOfPart({ organizationId }: KeyScope, hash: Buffer): string {
  return JSON.stringify(['idempotency part', organizationId, hash.toString('hex')])
}

function contextOf({ organizationId, method, path, key }: KeyScope): string {
  return JSON.stringify(['idempotency answer', organizationId, method, path, key])
}
