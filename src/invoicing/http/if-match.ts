import type { FastifyRequest } from 'fastify'

const TAG = /^(?:W\/)?"(\d{1,9})"$|^(\d{1,9})$/

export function entityTag({ version }: { readonly version: number }): string {
  return `"${version}"`
}

/**
 * The versions that If-Match accepts; undefined if it is missing or accepts any. A tag that we never issued
 * matches no version, so such a request changes nothing.
 */
export function expectedVersions({ headers }: Pick<FastifyRequest, 'headers'>): readonly number[] | undefined {
  const { 'if-match': sent } = headers
  const tags = sent?.split(',').map((tag) => tag.trim())
  if (tags === undefined || tags.includes('*')) return undefined
  return tags.flatMap((tag) => {
    const [, quoted, bare] = TAG.exec(tag) ?? []
    const version = quoted ?? bare
    return version === undefined ? [] : [Number(version)]
  })
}
