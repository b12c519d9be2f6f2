import type { FastifyRequest } from 'fastify'
import { acceptedTypes } from '../../platform/http/negotiation/accept-header.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
const HAL_TYPE = 'application/hal+json; charset=utf-8'
const JSON_RANGES = new Set(['application/json', 'application/*', '*/*'])
const HAL = 'application/hal+json'

/** The JSON content type that the client accepts; undefined if it accepts none. */
export function jsonTypeFor(accept: string | undefined): string | undefined {
  const types = acceptedTypes(accept)
  if (types.some((type) => JSON_RANGES.has(type))) return JSON_TYPE
  return types.includes(HAL) ? HAL_TYPE : undefined
}

/** The headers of a JSON response, which is sent even if the client does not accept JSON. */
export function jsonHeaders({ headers }: Pick<FastifyRequest, 'headers'>) {
  return { 'content-type': jsonTypeFor(headers.accept) ?? JSON_TYPE }
}
