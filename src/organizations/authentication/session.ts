// pure
/** A browser in which a user is signed in, by the machine's clock. */
type Session = {
  readonly organizationId: string
  readonly userId: string
  readonly createdAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | undefined
}

/** An idle session ends early. */
const IDLE_MINUTES_MAX = 60

export function isSignedIn(
  { lastSeenAt, expiresAt, endedAt }: Pick<Session, 'lastSeenAt' | 'expiresAt' | 'endedAt'>,
  machineNow: Temporal.Instant,
): boolean {
  const idleEnd = lastSeenAt.add({ minutes: IDLE_MINUTES_MAX })
  const isBefore = (end: Temporal.Instant): boolean => Temporal.Instant.compare(machineNow, end) < 0
  return endedAt === undefined && isBefore(expiresAt) && isBefore(idleEnd)
}
