import type { Database } from '../../postgres/database.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { type KeyScope, listAnswered, overwriteResponse } from './idempotency-store.ts'

/** A response as the bytes that are sent, so that a replay is identical to the first response. */
export type StoredResponse = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for a response without a body. */
  readonly body: Buffer | undefined
}

/** Replaces a response that was erased before it expired. */
const ERASED_RESPONSE: StoredResponse = { status: 410, headers: {}, body: undefined }

/** None of our routes responds with 410. */
export function isErased({ status }: StoredResponse): boolean {
  return status === ERASED_RESPONSE.status
}

/**
 * Larger responses are not stored. Request bodies have at most 2 MiB, and a response that repeats the request may be
 * several times as long.
 */
export const RESPONSE_BYTES_MAX = 8 * 1024 * 1024

/** These are about the caller or the moment, not about the outcome of the request. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([401, 429])

export function isStoredStatus(status: number): boolean {
  return status < 500 && !PASSING_STATUSES.has(status)
}

type Preamble = Pick<StoredResponse, 'status' | 'headers'> & { readonly hasBody: boolean }

const LINE_END = 0x0a

/** One line of JSON, then the body as it is. */
export function encodeResponse({ status, headers, body }: StoredResponse): Buffer {
  const preamble: Preamble = { status, headers, hasBody: body !== undefined }
  return Buffer.concat([Buffer.from(`${JSON.stringify(preamble)}\n`), body ?? Buffer.alloc(0)])
}

export function decodeResponse(encoded: Buffer): StoredResponse {
  const end = encoded.indexOf(LINE_END)
  const { hasBody, ...preamble } = JSON.parse(encoded.toString('utf8', 0, end)) as Preamble
  return { ...preamble, body: hasBody ? encoded.subarray(end + 1) : undefined }
}

/** Encrypts a response for its key: under another key it cannot be decrypted. */
export function sealResponse(secrets: Secrets, scope: KeyScope, response: StoredResponse): Buffer {
  return secrets.seal(encodeResponse(response), contextOf(scope))
}

export function openResponse(secrets: Secrets, scope: KeyScope, sealed: Buffer): StoredResponse {
  return decodeResponse(secrets.open(sealed, contextOf(scope)))
}

function contextOf({ organizationId, method, path, key }: KeyScope): string {
  return JSON.stringify(['idempotency answer', organizationId, method, path, key])
}

type Deps = { readonly db: Pick<Database, 'db'>; readonly secrets: Secrets }

type ErasableResponse = {
  readonly response: StoredResponse
  /** Erases the response: its request is refused from now on, and has no second effect. */
  readonly erase: () => Promise<void>
}

/** Iterates over the stored responses of an organization that were not erased. */
export async function* storedResponses(
  { db: { db }, secrets }: Deps,
  organizationId: string,
): AsyncGenerator<ErasableResponse> {
  let page = await listAnswered(db, organizationId)
  while (page.length > 0) {
    for (const kept of page) {
      const response = openResponse(secrets, kept.scope, kept.sealedAnswer)
      if (isErased(response)) continue
      const erase = () => overwriteResponse(db, kept, sealResponse(secrets, kept.scope, ERASED_RESPONSE))
      yield { response, erase }
    }
    page = await listAnswered(db, organizationId, page.at(-1)?.scope)
  }
}
