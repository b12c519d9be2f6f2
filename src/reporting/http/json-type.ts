import { acceptedTypes } from './accept-header.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
const HAL_TYPE = 'application/hal+json; charset=utf-8'
const JSON_RANGES = new Set(['application/json', 'application/*', '*/*'])
const HAL = 'application/hal+json'

/** The name under which a client takes JSON; undefined where it takes none. */
export function jsonTypeFor(accept: string | undefined): string | undefined {
  const types = acceptedTypes(accept)
  if (types.some((type) => JSON_RANGES.has(type))) return JSON_TYPE
  return types.includes(HAL) ? HAL_TYPE : undefined
}
