import { ROOT_PATH } from '../page-facts.ts'
import { ApiProblem, ConnectionLost } from './api-problem.ts'
import { connectionIsThere, connectionWasLost } from './connection.ts'
import { type Received, readExactJson } from './exact-json.ts'
import { type Query, queryString } from './query-string.ts'
import { type GateReason, passGate } from './session-gate.ts'

export type RequestOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly query?: Query
  /** Sent as JSON; a file as it is, with the content type of the headers. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Gets the version of the thing that was read or written, for If-Match. */
  readonly onTag?: ((tag: string) => void) | undefined
  /** Finishes even if the page is closed. Browsers allow 64 KiB. */
  readonly isKeptAlive?: boolean
  /** For sign-in itself: a 401 is an answer there, not the end of a session. */
  readonly isSignIn?: boolean
}

const OF_PROXIES: ReadonlySet<number> = new Set([502, 504])

/** The address of a route, for links to files too. */
export function addressOf(path: string, query: Query = {}): string {
  return `${ROOT_PATH}${path}${queryString(query)}`
}

/**
 * Asks the service and returns its answer, with amounts as text. A refusal is an `ApiProblem`. When the session has ended,
 * the person signs in over the page and the request is sent again, so that an action survives.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<Received<T>> {
  const response = await send(path, options)
  const gate = options.isSignIn === true ? undefined : await gateOf(response)
  const isAgain = gate !== undefined && (await passGate(gate))
  const last = isAgain ? await send(path, options) : response
  const tag = last.headers.get('etag')
  if (last.ok && tag !== null) options.onTag?.(tag)
  return resultOf<T>(last)
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', query, body, headers, signal, isKeptAlive = false } = options
  try {
    const response = await fetch(addressOf(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      ...(isKeptAlive && { keepalive: true }),
    })
    if (OF_PROXIES.has(response.status)) throw new TypeError(`status ${response.status}`)
    connectionIsThere()
    return response
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    connectionWasLost()
    throw new ConnectionLost('The service cannot be reached.', { cause })
  }
}

async function gateOf(response: Response): Promise<GateReason | undefined> {
  if (response.status === 401) return 'expired'
  if (response.status !== 403) return undefined
  const problem = await problemOf(response.clone())
  return problem.reason === 'CONFIRMATION_REQUIRED' ? 'confirmation' : undefined
}

async function resultOf<T>(response: Response): Promise<Received<T>> {
  if (!response.ok) throw await problemOf(response)
  const text = await response.text()
  return (text === '' ? undefined : readExactJson(text)) as Received<T>
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const text = await response.text().catch(() => '')
  return new ApiProblem({
    status: response.status,
    body: bodyOf(text),
    retryAfter: response.headers.get('retry-after'),
  })
}

/** A proxy may answer with a page. */
function bodyOf(text: string): unknown {
  try {
    return readExactJson(text)
  } catch {
    return undefined
  }
}
