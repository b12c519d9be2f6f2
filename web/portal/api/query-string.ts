// pure

type Value = string | number | boolean | null | undefined

/** Values of a query. Empty ones are left out; a list repeats its name. */
export type Query = Readonly<Record<string, Value | readonly Value[]>>

/** `?a=1&a=2`, or an empty string. */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one ?? '')] as const),
  )
  const given = pairs.filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, value])).toString()}`
}

/** The query of a page: every value is a string, a repeated name a list of strings. Nothing is read as JSON. */
export function readQueryString(text: string): Readonly<Record<string, string | readonly string[]>> {
  const names = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(names.keys())].map((name) => {
      const values = names.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')] as const
    }),
  )
}
