/**
 * The media types that an Accept header takes, in lower case and without parameters; ranges such as
 * `application/*` stand as they are, and what is excluded by `q=0` is left out. Without a header it is
 * everything.
 */
export function acceptedTypes(accept: string | undefined): readonly string[] {
  const ranges = (accept ?? '').split(',').map((range) => range.trim().toLowerCase())
  const named = ranges.filter((range) => range !== '')
  if (named.length === 0) return ['*/*']
  return named.flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim())
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [type]
  })
}
