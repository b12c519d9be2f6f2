// pure
/** When the newest backup of a place was started, and how often one is wanted. */
export type BackupAge = { readonly newestAt: Temporal.Instant | undefined; readonly every: Temporal.Duration }

export function isDue({ newestAt, every }: BackupAge, now: Temporal.Instant): boolean {
  return newestAt === undefined || Temporal.Instant.compare(newestAt.add(inHours(every)), now) <= 0
}

/** Older than twice the interval: a run has failed, or none was tried. */
export function isOverdue({ newestAt, every }: BackupAge, now: Temporal.Instant): boolean {
  if (newestAt === undefined) return true
  const interval = inHours(every)
  return Temporal.Instant.compare(newestAt.add(interval).add(interval), now) < 0
}

export function ageSeconds({ newestAt }: BackupAge, now: Temporal.Instant): number | undefined {
  return newestAt === undefined ? undefined : Math.max(0, (now.epochMilliseconds - newestAt.epochMilliseconds) / 1_000)
}

/** Instants know no days; those of an interval have 24 hours. */
function inHours(every: Temporal.Duration): Temporal.Duration {
  return Temporal.Duration.from({ seconds: Math.round(every.total('seconds')) })
}
