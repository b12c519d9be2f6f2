// pure
/** A browser in which somebody is signed in. Its times are the machine's. */
type Session = {
  readonly organizationId: string
  readonly userId: string
  readonly createdAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | undefined
}

/** A session that was left alone ends before its time. */
const IDLE_MINUTES_MAX = 60

export function isSignedIn(
  { lastSeenAt, expiresAt, endedAt }: Pick<Session, 'lastSeenAt' | 'expiresAt' | 'endedAt'>,
  machineNow: Temporal.Instant,
): boolean {
  const idleEnd = lastSeenAt.add({ minutes: IDLE_MINUTES_MAX })
  const isBefore = (end: Temporal.Instant): boolean => Temporal.Instant.compare(machineNow, end) < 0
  return endedAt === undefined && isBefore(expiresAt) && isBefore(idleEnd)
}
