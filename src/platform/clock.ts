/** The one source of time. Everything that asks for the time is handed a clock. */
export type Clock = { readonly now: () => Temporal.Instant }

export const systemClock: Clock = { now: () => Temporal.Now.instant() }
