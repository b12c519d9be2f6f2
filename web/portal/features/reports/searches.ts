// pure

export { reportSearch } from './list/list-search.ts'
export { onDemandSearch } from './on-demand/on-demand-search.ts'

/** Where a new report begins: with a ready-made one, a copy of another, or a definition. */
export type NewReportSearch = {
  readonly ready?: string
  readonly from?: string
  readonly definition?: string
  readonly kind?: 'subscription'
}

export function newReportSearch(search: Readonly<Record<string, unknown>>): NewReportSearch {
  const { ready, from, definition, kind } = search
  return {
    ...(typeof ready === 'string' && { ready }),
    ...(typeof from === 'string' && { from }),
    ...(typeof definition === 'string' && { definition }),
    ...(kind === 'subscription' && { kind }),
  }
}
