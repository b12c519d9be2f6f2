// pure
/** An organization with its own retention, in months. */
export type RetentionSetting = { readonly organizationId: string; readonly months: number }

/** The shortest and the longest retention that an organization can have. */
export const MONTHS = { min: 1, max: 240 } as const

/** How long records are kept. */
export type Retention = {
  readonly settings: readonly RetentionSetting[]
  readonly longestMonths: number
  readonly shortestMonths: number
  /** The retention of the organization at the end of a path: its own, or that of the nearest one above it. */
  readonly monthsOf: (path: readonly string[]) => number
}

/** `usualMonths` are those of organizations without a setting on their path. */
export function retentionOf(settings: readonly RetentionSetting[], usualMonths: number): Retention {
  const months = new Map(settings.map((setting) => [setting.organizationId, setting.months]))
  const all = [usualMonths, ...months.values()]
  return {
    settings,
    longestMonths: Math.max(...all),
    shortestMonths: Math.min(...all),
    monthsOf: (path) => months.get(path.findLast((organizationId) => months.has(organizationId)) ?? '') ?? usualMonths,
  }
}

/** Whether a month such as 202603 ended before the instant. */
export function hasEndedBy(month: string, instant: Temporal.Instant): boolean {
  const start = Temporal.PlainDate.from(`${month.slice(0, 4)}-${month.slice(4)}-01`)
  const end = start.add({ months: 1 }).toZonedDateTime('UTC').toInstant()
  return Temporal.Instant.compare(end, instant) <= 0
}
