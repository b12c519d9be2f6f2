export type Random = {
  /** A whole number from min to max, both included. */
  readonly integer: (min: number, max: number) => number
  readonly isHeads: () => boolean
}

/** The same numbers for the same seed on every machine (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    isHeads: () => next() < 0.5,
  }
}
