// pure

export const OUTCOMES = ['all', 'failed', 'succeeded'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** The page's address. */
export type RequestSearch = {
  readonly outcome?: Exclude<Outcome, 'all'>
  readonly method?: Method
  readonly search?: string
  /** The request whose details are shown. */
  readonly selected?: string
}

/** Reads the address without its unknown parts. */
export function requestSearch({ outcome, method, search, selected }: Readonly<Record<string, unknown>>): RequestSearch {
  const known = METHODS.find((one) => one === method)
  return {
    ...(outcome === 'failed' || outcome === 'succeeded' ? { outcome } : {}),
    ...(known === undefined ? {} : { method: known }),
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(typeof selected === 'string' && /^\d{1,18}$/.test(selected) ? { selected } : {}),
  }
}
