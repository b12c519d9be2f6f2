import type { FastifyRequest } from 'fastify'

// A request may have an absolute URL, as to a proxy.
const ORIGIN = /^https?:\/\/[^/?#]*/i
const ENCODED = /%[0-9a-f]{2}/gi
const NEEDS_NO_ENCODING = /^[\w.~-]$/

/**
 * The path without the query, which may contain secrets. Percent-encoding is normalized, because
 * routes accept all spellings of a path.
 */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = request.url.replace(ORIGIN, '').split('?', 1)
  return path.replace(ENCODED, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return NEEDS_NO_ENCODING.test(character) ? character : code.toUpperCase()
  })
}

/** The query as received, with its question mark; empty if there is none. */
export function queryOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}
