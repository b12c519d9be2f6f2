// pure

export const PERIODS = ['all', 'day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** The page's address. */
export type AuditSearch = { readonly search?: string; readonly period?: Exclude<Period, 'all'> }

const HOURS: Readonly<Record<Exclude<Period, 'all'>, number>> = { day: 24, week: 7 * 24, month: 30 * 24 }
const HOUR_MS = 3_600_000

/** Reads the address without its unknown parts. */
export function auditSearch({ search, period }: Readonly<Record<string, unknown>>): AuditSearch {
  return {
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(period === 'day' || period === 'week' || period === 'month' ? { period } : {}),
  }
}

/** The filters of a request. To the hour, so that the same list is not loaded again each second. */
export function filterOf({ search, period }: AuditSearch, nowMs: number) {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const since = period === undefined ? undefined : new Date(hour - HOURS[period] * HOUR_MS).toISOString()
  return { search, since }
}
