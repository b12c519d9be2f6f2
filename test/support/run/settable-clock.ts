import type { Clock } from '../../../src/platform/clock/clock.ts'

export type SettableClock = Clock & { readonly set: (instant: string) => void }

/** A clock that stands still until it is set. */
export function settableClock(instant: string): SettableClock {
  let now = Temporal.Instant.from(instant)
  return {
    now: () => now,
    set: (next) => {
      now = Temporal.Instant.from(next)
    },
  }
}

/** The same, but each reading advances it by a millisecond, for code that waits until time has passed. */
export function tickingClock(instant: string): SettableClock {
  const clock = settableClock(instant)
  return {
    now: () => {
      const now = clock.now()
      clock.set(now.add({ milliseconds: 1 }).toString())
      return now
    },
    set: clock.set,
  }
}
