/** Pseudo-random numbers that are the same for the same seeds on every machine (mulberry32). */
export class Random {
  #state: number

  constructor(...seeds: readonly number[]) {
    this.#state = mixed(seeds)
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 to below the count. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** An integer from min to max, inclusive. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  /** True in this percentage of cases. */
  isWithin(percent: number): boolean {
    return this.next() * 100 < percent
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }
}

/** Repeats each choice by its weight, for `pick`. Weights are small integers. */
export function weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): readonly T[] {
  return choices.flatMap(([choice, weight]) => Array.from({ length: weight }, () => choice))
}

/** Repeats each name by its weight, for `pick`. */
export function weightedNames<Name extends string>(weights: { readonly [Choice in Name]: number }): readonly Name[] {
  return weighted(Object.entries<number>(weights)) as readonly Name[]
}

/** Hashes numbers to 32 bits. */
function mixed(numbers: readonly number[]): number {
  let hash = 0x9e3779b9
  for (const number of numbers) {
    hash = Math.imul(hash ^ (number | 0), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash
}
