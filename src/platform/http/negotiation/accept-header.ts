import Negotiator from 'negotiator'

/** A representation on offer, with the media types that select it. */
export type OfferedType<T> = { readonly value: T; readonly names: readonly string[] }

/** Clients add a charset to accepted types. Of the parameters only a quality counts, if it is a number. */
const OTHER_PARAMETERS = /;(?!\s*q=[01](?:\.\d*)?\s*(?:[;,]|$))[^;,]*/gi
const ALL_PARAMETERS = /;[^;,]*/g
/** Browsers send about 130 characters. Anyone may send more, and thousands of types take a tenth of a second to compare. */
const BROWSER_ACCEPT_LENGTH_MAX = 1_000
const BLANK = /^[\s,]*$/

/**
 * The media types and ranges, such as `application/*`, that an Accept header allows. A missing or blank header allows
 * everything.
 */
export function acceptedTypes(accept: string | undefined): readonly string[] {
  return negotiatorOf(accept).mediaTypes()
}

/**
 * The offered representation that the client prefers by its Accept header; undefined if it accepts none. On equal
 * quality an exact type precedes a range such as `application/*`, then the order of the header decides, then that of
 * the offer.
 */
export function preferredType<T>(accept: string | undefined, offered: readonly OfferedType<T>[]): T | undefined {
  const best = negotiatorOf(accept).mediaType(offered.flatMap(({ names }) => names))
  return offered.find(({ names }) => best !== undefined && names.includes(best))?.value
}

/** Whether the Accept header rules the media type out by a quality of zero. A type that it does not name is not excluded. */
export function excludesType(accept: string | undefined, name: string): boolean {
  const isNamed = negotiatorOf(accept?.replace(ALL_PARAMETERS, '')).mediaType([name]) !== undefined
  return isNamed && negotiatorOf(accept).mediaType([name]) === undefined
}

/** Whether the client is a browser that opens a page: it names HTML before JSON, or with more weight. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > BROWSER_ACCEPT_LENGTH_MAX) return false
  return negotiatorOf(accept).mediaType(['application/json', 'text/html']) === 'text/html'
}

/** Whether the client accepts gzip and does not prefer an uncompressed response, which it names first or with more weight. */
export function prefersGzip(acceptEncoding = ''): boolean {
  const header = acceptEncoding.replace(/\bx-gzip\b/gi, 'gzip').replace(OTHER_PARAMETERS, '')
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  return negotiator.encoding(['gzip', 'identity']) === 'gzip'
}

function negotiatorOf(accept = ''): Negotiator {
  if (BLANK.test(accept)) return new Negotiator({ headers: {} })
  return new Negotiator({ headers: { accept: accept.toLowerCase().replace(OTHER_PARAMETERS, '') } })
}
