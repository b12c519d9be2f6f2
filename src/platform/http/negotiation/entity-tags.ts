// pure

/** The encodings of responses, in the order of our preference: zstd takes the least time. */
export const ENCODINGS = ['zstd', 'br', 'gzip'] as const

const ENCODED = new RegExp(`-(?:${ENCODINGS.join('|')})"$`)

/** The tag of the encoded form of a content: its bytes differ, so a strong tag must, too. */
export function encodedTag(tag: string, encoding: string): string {
  return tag.startsWith('W/') || ENCODED.test(tag) ? tag : tag.replace(/"$/, `-${encoding}"`)
}

/** The tag of the content itself, whatever the encoding of the form that a client has. */
export function plainTag(tag: string): string {
  return tag.trim().replace(/^W\//, '').replace(ENCODED, '"')
}

/**
 * The tag by which a client already has a content, of which `If-None-Match` names one or several; undefined if it has
 * none of them. A response without a body then carries the client's own form of the tag, without the mark of a weak one.
 */
export function knownTag(tag: string, ifNoneMatch: string | undefined): string | undefined {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes('*') ? tag : known.find((one) => one !== '' && plainTag(one) === plainTag(tag))
}
