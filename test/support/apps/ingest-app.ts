import type { IncomingHttpHeaders } from 'node:http'
import { request as startRequest } from 'node:http'
import { KINDS, type KindName } from '../../../src/catalogue/kinds.ts'
import { anOrganization } from '../data/organizations.ts'
import { startTestApp } from './app.ts'

type Json = Readonly<Record<string, unknown>>
export type Keyed = Awaited<ReturnType<typeof anOrganization>>

export type IngestAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly body: any
}

export type Sent = {
  readonly kind?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A record as it is sent, right unless something else is said. */
export function aRecordLine(overrides: Json = {}): Json {
  return {
    recordId: 'r1',
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    fields: { 'Request.RequestID': '7300000000000000000001', 'BillTo.City': 'Oslo' },
    ...overrides,
  }
}

export function ndjson(...lines: readonly unknown[]): string {
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
}

export type IngestApp = Awaited<ReturnType<typeof startIngestApp>>

/** The whole service with a partner above two merchants, and another merchant beside them. */
export async function startIngestApp(environment: Readonly<Record<string, string>> = {}) {
  const service = await startTestApp(environment)
  const { database, secrets, engine } = service.stores
  const organization = (id: string, given: Parameters<typeof anOrganization>[2] = {}) =>
    anOrganization({ database, secrets }, id, given)
  const partner = await organization('partner', { type: 'partner' })
  const shop = await organization('shop', { parentId: 'partner' })
  const sister = await organization('sister', { parentId: 'partner' })
  const foreign = await organization('foreign')

  /** Sends the bytes as they are, with the organization's bearer key. */
  async function post(
    by: Keyed,
    body: string | Buffer,
    { kind = 'transaction', query = '', headers = {} }: Sent = {},
  ): Promise<IngestAnswer> {
    return send(service.url, {
      method: 'POST',
      path: `/ingest/v1/records/${kind}${query}`,
      headers: {
        authorization: `Bearer ${by.bearer.key}`,
        'content-type': 'application/x-ndjson',
        ...headers,
      },
      body,
    })
  }

  async function get(by: Keyed, path: string): Promise<IngestAnswer> {
    const headers = { authorization: `Bearer ${by.bearer.key}` }
    return send(service.url, { method: 'GET', path, headers })
  }

  /** What is stored, one object a record, as reports see it. */
  async function stored<Row>(columns: string, kind: KindName = 'transaction'): Promise<Row[]> {
    const { table } = KINDS[kind]
    const query = `select ${columns} from ${engine.dialect.newest(table)}
      order by merchant_id, record_id, occurred_at`
    return [...(await engine.rows<Row>(query))]
  }

  return { ...service, organization, partner, shop, sister, foreign, post, get, stored }
}

type RawRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export async function send(url: string, { method, path, headers, body }: RawRequest): Promise<IngestAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = startRequest(`${url}${path}`, { method, headers: { ...length, ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.once('error', reject)
      answer.once('end', () => {
        const text = Buffer.concat(parts).toString()
        const isJson = String(answer.headers['content-type']).startsWith('application/json')
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          body: isJson && text !== '' ? JSON.parse(text) : undefined,
        })
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}
