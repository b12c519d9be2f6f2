import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Whether the request brings the password, in any of the places where ClickHouse looks for it. */
export function hasPassword(
  password: string,
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): boolean {
  const given = givenPassword(headers, query)
  // Digests have one length, so that the comparison tells nothing about the password's own.
  return given !== undefined && timingSafeEqual(digest(given), digest(password))
}

function givenPassword(headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic !== undefined) {
    const credentials = Buffer.from(basic, 'base64').toString('utf8')
    return credentials.slice(credentials.indexOf(':') + 1)
  }
  const key = headers['x-clickhouse-key']
  return typeof key === 'string' ? key : (query.get('password') ?? undefined)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
