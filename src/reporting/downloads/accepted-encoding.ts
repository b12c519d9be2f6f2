/** Whether a client takes gzip, and likes it no less than what is not packed. */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  const named = weights(acceptEncoding)
  const gzip = named.get('gzip') ?? named.get('x-gzip') ?? named.get('*') ?? 0
  // Where it is not named it is taken, and liked less than whatever is.
  return gzip > 0 && gzip >= (named.get('identity') ?? 0)
}

function weights(header: string | undefined): ReadonlyMap<string, number> {
  const codings = (header ?? '').toLowerCase().split(',')
  return new Map(
    codings.map((coding) => {
      const [name = '', ...parameters] = coding.split(';').map((piece) => piece.trim())
      return [name, weightOf(parameters)]
    }),
  )
}

/** A weight that cannot be read counts as none: packing is never asked for by mistake. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  if (given === undefined) return 1
  const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(given)?.[1]
  return weight === undefined ? 0 : Number(weight)
}
