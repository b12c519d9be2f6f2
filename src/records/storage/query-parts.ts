const MERCHANTS_MAX = 5_000

/** Splits items into parts, in order, that each weigh at most `max`; a heavier item is a part of its own. */
export function partsByWeight<T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  max: number,
): readonly (readonly T[])[] {
  const parts: T[][] = []
  let weight = Number.POSITIVE_INFINITY
  for (const item of items) {
    const own = weightOf(item)
    weight += own
    const part = weight > max ? undefined : parts.at(-1)
    if (part === undefined) {
      parts.push([item])
      weight = own
    } else part.push(item)
  }
  return parts
}

/** Splits merchants into parts that fit in one query. */
export function merchantParts(merchantIds: readonly string[]): readonly (readonly string[])[] {
  return partsByWeight(merchantIds, () => 1, MERCHANTS_MAX)
}
