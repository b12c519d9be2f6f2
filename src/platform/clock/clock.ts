/**
 * The one source of time. Everything that asks for the time is handed a clock. It counts whole
 * milliseconds, so that an instant is the same before and after it was stored or sent.
 */
export type Clock = { readonly now: () => Temporal.Instant }

/** The machine's own time. */
export const systemClock: Clock = { now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()) }
