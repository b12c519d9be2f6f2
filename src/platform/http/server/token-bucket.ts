/**
 * How far a bucket is from being full. A bucket of `perMinute` tokens fills at that pace; time is in
 * whole milliseconds, and the debt in parts of which a token has 60,000, so that nothing is rounded.
 */
export type Bucket = { readonly at: number; readonly debt: number }

export type Taken = {
  readonly bucket: Bucket
  readonly isAllowed: boolean
  /** Whole tokens that are left. */
  readonly remaining: number
  /** Until the bucket is full again. */
  readonly fullInMs: number
  /** Until there is a token again; 0 while there is one. */
  readonly nextInMs: number
}

/** An empty bucket is full again after this time, whatever its size. */
export const FULL_AFTER_MS = 60_000
const TOKEN = 60_000

/** Takes one token where there is one. A refusal costs nothing, and time that runs back gives nothing. */
export function takeToken(
  before: Bucket | undefined,
  { perMinute, nowMs }: { readonly perMinute: number; readonly nowMs: number },
): Taken {
  const capacity = perMinute * TOKEN
  const refilled = before === undefined ? 0 : Math.max(0, nowMs - before.at) * perMinute
  const owed = Math.max(0, (before?.debt ?? 0) - refilled)
  const isAllowed = owed + TOKEN <= capacity
  const debt = isAllowed ? owed + TOKEN : owed
  return {
    bucket: { at: nowMs, debt },
    isAllowed,
    remaining: Math.floor((capacity - debt) / TOKEN),
    fullInMs: Math.ceil(debt / perMinute),
    nextInMs: Math.max(0, Math.ceil((debt + TOKEN - capacity) / perMinute)),
  }
}
