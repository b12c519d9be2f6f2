// pure

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long something has waited, or how much time is left, in the unit that says most. */
export type Span = { readonly count: number; readonly unit: 'day' | 'hour' | 'minute' }

export function spanBetween(from: string, to: string): Span {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from))
  if (ms >= 2 * DAY_MS) return { count: Math.floor(ms / DAY_MS), unit: 'day' }
  if (ms >= HOUR_MS) return { count: Math.floor(ms / HOUR_MS), unit: 'hour' }
  return { count: Math.floor(ms / 60_000), unit: 'minute' }
}

/** Whether less than a day is left. */
export function isUrgent(now: string, decideBy: string | undefined): boolean {
  return decideBy !== undefined && Date.parse(decideBy) - Date.parse(now) < DAY_MS
}
