// pure
/** How many days, weeks and months with a backup keep their last one. */
export type Kept = { readonly daily: number; readonly weekly: number; readonly monthly: number }

type Aged = { readonly backupId: string; readonly at: Temporal.Instant; readonly isGood: boolean }

/**
 * The ids of the backups to keep: the newest of each of the last days, weeks and months that have one. A damaged backup
 * takes nobody's place, and the newest good one stays whatever the numbers are.
 */
export function chooseKept(backups: readonly Aged[], { daily, weekly, monthly }: Kept): ReadonlySet<string> {
  const newestFirst = backups.filter(({ isGood }) => isGood).toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))
  return new Set([
    ...newestFirst.slice(0, 1).map(({ backupId }) => backupId),
    ...lastOfEach(newestFirst, daily, dayOf),
    ...lastOfEach(newestFirst, weekly, weekOf),
    ...lastOfEach(newestFirst, monthly, monthOf),
  ])
}

function lastOfEach(
  newestFirst: readonly Aged[],
  count: number,
  periodOf: (at: Temporal.Instant) => string,
): readonly string[] {
  const last = new Map<string, string>()
  for (const { at, backupId } of newestFirst) last.getOrInsert(periodOf(at), backupId)
  return [...last.values()].slice(0, count)
}

function dayOf(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO('UTC').toPlainDate().toString()
}

function weekOf(at: Temporal.Instant): string {
  const { yearOfWeek, weekOfYear } = at.toZonedDateTimeISO('UTC')
  return `${yearOfWeek} ${weekOfYear}`
}

function monthOf(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth().toString()
}
