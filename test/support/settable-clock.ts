import type { Clock } from '../../src/platform/clock.ts'

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
