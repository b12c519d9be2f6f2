// pure
/** A browser in which a person is signed in, by the machine's clock. */
export type Session = {
  readonly sessionId: string
  readonly personId: string
  /** Whether the person wants to stay signed in on this device. */
  readonly isKept: boolean
  /** The browser and its system, as far as it says so. */
  readonly device: string
  readonly network: string
  readonly createdAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  /** When a password or code was last asked for. */
  readonly confirmedAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | undefined
}

export type NewSession = Pick<Session, 'sessionId' | 'personId' | 'isKept' | 'device' | 'network'>

/** An idle session ends early, unless it is kept. */
const IDLE_MINUTES_MAX = 60
const HOURS_MAX = 12
const KEPT_HOURS_MAX = 30 * 24
/** For this long nobody is asked again before something sensitive. */
const CONFIRMED_MINUTES = 15
const DEVICE_LENGTH_MAX = 200

export function started(input: NewSession, { at }: { readonly at: Temporal.Instant }): Session {
  const hours = input.isKept ? KEPT_HOURS_MAX : HOURS_MAX
  return {
    ...input,
    device: input.device.slice(0, DEVICE_LENGTH_MAX),
    createdAt: at,
    lastSeenAt: at,
    expiresAt: at.add({ hours }),
    confirmedAt: at,
    endedAt: undefined,
  }
}

export function isSignedIn(
  { isKept, lastSeenAt, expiresAt, endedAt }: Pick<Session, 'isKept' | 'lastSeenAt' | 'expiresAt' | 'endedAt'>,
  machineNow: Temporal.Instant,
): boolean {
  const isBefore = (end: Temporal.Instant): boolean => Temporal.Instant.compare(machineNow, end) < 0
  const isIdle = !isKept && !isBefore(lastSeenAt.add({ minutes: IDLE_MINUTES_MAX }))
  return endedAt === undefined && !isIdle && isBefore(expiresAt)
}

/** Whether a password or code was asked for so recently that it need not be asked for again. */
export function isConfirmed({ confirmedAt }: Pick<Session, 'confirmedAt'>, machineNow: Temporal.Instant): boolean {
  return Temporal.Instant.compare(machineNow, confirmedAt.add({ minutes: CONFIRMED_MINUTES })) < 0
}
