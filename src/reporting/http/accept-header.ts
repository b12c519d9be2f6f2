/** Something that can be answered, under the names that a client may ask for it by. */
export type OfferedType<T> = { readonly value: T; readonly names: readonly string[] }

type Entry = { readonly name: string; readonly quality: number }

/** The media types that an Accept header takes; ranges such as `application/*` stand as they are. Without a header it is everything. */
export function acceptedTypes(accept: string | undefined): readonly string[] {
  return rangesOf(accept).flatMap(({ name, quality }) => (quality > 0 ? [name] : []))
}

/**
 * What of the offer the client likes best by its Accept header; undefined where it takes none of it. Among equals
 * what is named outright goes before what a range such as `application/*` takes in, then the order of the offer.
 */
export function preferredType<T>(accept: string | undefined, offered: readonly OfferedType<T>[]): T | undefined {
  const ranges = rangesOf(accept)
  const fits = offered.flatMap(({ value, names }) => names.map((name) => ({ value, ...fitOf(name, ranges) })))
  const [best] = fits
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.precision - a.precision)
  return best?.value
}

/** Whether a client takes gzip, and likes it no less than what is not packed. */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  const named = new Map(entriesOf(acceptEncoding).map(({ name, quality }) => [name, quality]))
  const gzip = named.get('gzip') ?? named.get('x-gzip') ?? named.get('*') ?? 0
  // Where it is not named it is taken, and liked less than whatever is.
  return gzip > 0 && gzip >= (named.get('identity') ?? 0)
}

/** The most precise range that takes the type in says how much it is liked. */
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

/** In lower case and without parameters: clients add a charset to what they accept. */
function entriesOf(header: string | undefined): readonly Entry[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((piece) => piece.trim()))
    .flatMap(([name = '', ...parameters]) => (name === '' ? [] : [{ name, quality: qualityOf(parameters) }]))
}

/** A weight that is not a number counts as if it were not there. */
function qualityOf(parameters: readonly string[]): number {
  const written = parameters.map((one) => /^q=([01](?:\.\d*)?)$/.exec(one)?.[1])
  return Math.min(1, Number(written.find((one) => one !== undefined) ?? '1'))
}
