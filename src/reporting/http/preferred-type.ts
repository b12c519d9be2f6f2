/** Something that can be answered, under the names that a client may ask for it by. */
export type OfferedType<T> = { readonly value: T; readonly names: readonly string[] }

type Range = { readonly name: string; readonly quality: number }

/**
 * What of the offer the client likes best by its Accept header; undefined where it takes none of it. Among equals
 * what is named outright goes before what a range such as `application/*` takes in, then the order of the offer.
 */
export function preferredType<T>(
  accept: string | undefined,
  offered: readonly OfferedType<T>[],
): T | undefined {
  const ranges = rangesOf(accept)
  const liked = offered.flatMap(({ value, names }) => {
    const fits = names.map((name) => fitOf(name, ranges)).filter(({ quality }) => quality > 0)
    const [best] = fits.sort((a, b) => b.quality - a.quality || b.precision - a.precision)
    return best === undefined ? [] : [{ value, ...best }]
  })
  const [first] = liked.sort((a, b) => b.quality - a.quality || b.precision - a.precision)
  return first?.value
}

/** The most precise range that takes the type in says how much it is liked. */
function fitOf(
  name: string,
  ranges: readonly Range[],
): { readonly quality: number; readonly precision: number } {
  const [family = ''] = name.split('/')
  const writings = ['*/*', `${family}/*`, name]
  let found = { quality: 0, precision: -1 }
  for (const { name: range, quality } of ranges) {
    const precision = writings.indexOf(range)
    const isBetter =
      precision > found.precision || (precision === found.precision && quality > found.quality)
    if (precision >= 0 && isBetter) found = { quality, precision }
  }
  return found
}

function rangesOf(accept: string | undefined): readonly Range[] {
  const ranges = (accept ?? '').split(',').map((range) => range.trim().toLowerCase())
  const named = ranges.filter((range) => range !== '')
  if (named.length === 0) return [{ name: '*/*', quality: 1 }]
  return named.map((range) => {
    const [name = '', ...parameters] = range.split(';').map((piece) => piece.trim())
    return { name, quality: qualityOf(parameters) }
  })
}

/** What is no number counts as if it were not there. */
function qualityOf(parameters: readonly string[]): number {
  const written = parameters.map((one) => /^q=([01](?:\.\d{0,3})?)$/.exec(one)?.[1])
  const [quality = '1'] = written.filter((one) => one !== undefined)
  return Math.min(1, Number(quality))
}
