/** A representation on offer, with the media types that select it. */
export type OfferedType<T> = { readonly value: T; readonly names: readonly string[] }

type Entry = { readonly name: string; readonly quality: number }

/**
 * The media types and ranges, such as `application/*`, that an Accept header allows. A missing header allows
 * everything.
 */
export function acceptedTypes(accept: string | undefined): readonly string[] {
  return rangesOf(accept).flatMap(({ name, quality }) => (quality > 0 ? [name] : []))
}

/**
 * The offered representation that the client prefers by its Accept header; undefined if it accepts none. On equal
 * quality an exact type precedes a range such as `application/*`, then the order of the offer decides.
 */
export function preferredType<T>(accept: string | undefined, offered: readonly OfferedType<T>[]): T | undefined {
  const ranges = rangesOf(accept)
  const fits = offered.flatMap(({ value, names }) => names.map((name) => ({ value, ...fitOf(name, ranges) })))
  const [best] = fits
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.precision - a.precision)
  return best?.value
}

/** Whether the Accept header rules the media type out by a quality of zero. A type that it does not name is not excluded. */
export function excludesType(accept: string | undefined, name: string): boolean {
  const { quality, precision } = fitOf(name, rangesOf(accept))
  return precision >= 0 && quality === 0
}

/** Whether the client accepts gzip and does not prefer an uncompressed response. */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  const named = new Map(entriesOf(acceptEncoding).map(({ name, quality }) => [name, quality]))
  const gzip = named.get('gzip') ?? named.get('x-gzip') ?? named.get('*') ?? 0
  // If identity is not named it is acceptable, but less preferred than any named encoding.
  return gzip > 0 && gzip >= (named.get('identity') ?? 0)
}

/** The most specific range that matches the type determines its quality. */
function fitOf(name: string, ranges: readonly Entry[]) {
  const precisions = ['*/*', `${name.split('/')[0]}/*`, name]
  const [best] = ranges
    .map((range) => ({ quality: range.quality, precision: precisions.indexOf(range.name) }))
    .filter(({ precision }) => precision >= 0)
    .sort((a, b) => b.precision - a.precision || b.quality - a.quality)
  return best ?? { quality: 0, precision: -1 }
}

function rangesOf(accept: string | undefined): readonly Entry[] {
  const entries = entriesOf(accept)
  return entries.length === 0 ? [{ name: '*/*', quality: 1 }] : entries
}

/** Names are in lower case and without parameters: clients add a charset to what they accept. */
function entriesOf(header: string | undefined): readonly Entry[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((piece) => piece.trim()))
    .flatMap(([name = '', ...parameters]) => (name === '' ? [] : [{ name, quality: qualityOf(parameters) }]))
}

/** A quality that is not a number is ignored. */
function qualityOf(parameters: readonly string[]): number {
  const written = parameters.map((one) => /^q=([01](?:\.\d*)?)$/.exec(one)?.[1])
  return Math.min(1, Number(written.find((one) => one !== undefined) ?? '1'))
}
