import type { FastifyRequest } from 'fastify'

/** The path without the query, which may hold what must not be logged. */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const end = request.url.indexOf('?')
  return end === -1 ? request.url : request.url.slice(0, end)
}
