import { type IncomingMessage, request as startRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type SentRequest = {
  readonly method: string
  /** Path and query, sent exactly so. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | undefined
}

export type Answer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
  readonly text: string
  /** The parsed body of a JSON response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape.
  readonly body: any
}

/** Sends exactly the given request to a port of this host: `fetch` would add headers and normalize the path. */
export async function sendRequest(port: number, { method, path, headers, body }: SentRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = startRequest(
      { port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } },
      (response) => void received(response).then(resolve, reject),
    )
    request.once('error', reject)
    request.end(body)
  })
}

async function received(response: IncomingMessage): Promise<Answer> {
  const bytes = await buffer(response)
  const text = bytes.toString()
  const isPlain = text !== '' && response.headers['content-encoding'] === undefined
  const isJson = isPlain && /^application\/(hal\+)?json/.test(String(response.headers['content-type']))
  const body = isJson ? JSON.parse(text) : undefined
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text, body }
}

export type Keyed = { readonly bearer: { readonly key: string } }

/** Sends JSON with the organization's bearer key, or without credentials. */
export async function sendAs(
  port: number,
  owner: Keyed | undefined,
  { method, path, headers, body }: Omit<SentRequest, 'headers' | 'body'> & Partial<AnyRequest>,
): Promise<Answer> {
  const isBytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  return sendRequest(port, {
    method,
    path,
    headers: {
      ...(owner === undefined ? {} : { authorization: `Bearer ${owner.bearer.key}` }),
      ...(isBytes ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isBytes ? body : JSON.stringify(body),
  })
}

type AnyRequest = { readonly headers: SentRequest['headers']; readonly body: unknown }
