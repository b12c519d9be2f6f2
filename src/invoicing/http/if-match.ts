import type { FastifyRequest } from 'fastify'
import { plainTag } from '../../platform/http/negotiation/entity-tags.ts'

/** The version, without the mark of an encoding or of a refused address. */
const TAG = /^"(\d{1,9})(?:-refused)?"$|^(\d{1,9})$/

/** A refused address of the customer is in the response, so the tag depends on it, although the invoice has not changed. */
export function entityTag(
  { version }: { readonly version: number },
  { isAddressRefused = false }: { readonly isAddressRefused?: boolean } = {},
): string {
  return isAddressRefused ? `"${version}-refused"` : `"${version}"`
}

/**
 * The versions that If-Match accepts; undefined if it is missing or accepts any. A tag that we never issued
 * matches no version, so such a request changes nothing.
 */
export function expectedVersions({ headers }: Pick<FastifyRequest, 'headers'>): readonly number[] | undefined {
  const { 'if-match': sent } = headers
  const tags = sent?.split(',').map(plainTag)
  if (tags === undefined || tags.includes('*')) return undefined
  return tags.flatMap((tag) => {
    const [, quoted, bare] = TAG.exec(tag) ?? []
    const version = quoted ?? bare
    return version === undefined ? [] : [Number(version)]
  })
}
