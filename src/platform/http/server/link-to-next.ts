/** The part of a list that a response contains. */
export type ListPage = { readonly offset: number; readonly limit: number; readonly total: number }

/** The Link header that leads to the next page of the same request; no header on the last page. */
export function linkToNext(
  { url }: { readonly url: string },
  { offset, limit, total }: ListPage,
): { readonly link?: string } {
  if (offset + limit >= total) return {}
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  parameters.set('offset', String(offset + limit))
  parameters.set('limit', String(limit))
  // URLSearchParams writes a space as a plus sign, which not every parser of URLs reads as a space.
  return { link: `<${path}?${parameters.toString().replaceAll('+', '%20')}>; rel="next"` }
}
