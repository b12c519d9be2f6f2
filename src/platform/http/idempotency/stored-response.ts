/** An answer in the bytes that are sent, so that the one that is kept is the one that was given. */
export type StoredResponse = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for an answer without a body. */
  readonly body: Buffer | undefined
}

/** Stands where an answer was erased before its time. */
export const ERASED_RESPONSE: StoredResponse = { status: 410, headers: {}, body: undefined }

/** No route of ours answers 410. */
export function isErased({ status }: StoredResponse): boolean {
  return status === ERASED_RESPONSE.status
}

/**
 * Larger answers are not kept. Bodies may have 2 MiB at most, and an answer that shows what was sent may be
 * several times as long.
 */
export const RESPONSE_BYTES_MAX = 8 * 1024 * 1024

/** These say who is asked or that the moment is wrong, not what came of the request. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([401, 429])

export function isStoredStatus(status: number): boolean {
  return status < 500 && !PASSING_STATUSES.has(status)
}

type Head = Omit<StoredResponse, 'body'> & { readonly hasBody: boolean }

const LINE_END = 0x0a

/** One line of JSON, then the body as it is. */
export function encodeResponse({ status, headers, body }: StoredResponse): Buffer {
  const head: Head = { status, headers, hasBody: body !== undefined }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body ?? Buffer.alloc(0)])
}

export function decodeResponse(encoded: Buffer): StoredResponse {
  const end = encoded.indexOf(LINE_END)
  const { hasBody, ...head } = JSON.parse(encoded.toString('utf8', 0, end)) as Head
  return { ...head, body: hasBody ? encoded.subarray(end + 1) : undefined }
}
