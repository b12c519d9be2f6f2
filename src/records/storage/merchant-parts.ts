const MERCHANTS_MAX = 5_000

/** Splits merchants into parts that fit in one query. */
export function merchantParts(merchantIds: readonly string[]): readonly (readonly string[])[] {
  const parts: (readonly string[])[] = []
  for (let from = 0; from < merchantIds.length; from += MERCHANTS_MAX) {
    parts.push(merchantIds.slice(from, from + MERCHANTS_MAX))
  }
  return parts
}
