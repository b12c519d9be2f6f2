/** So many names fit in one query. */
const MERCHANTS_MAX = 5_000

/** Merchants in parts that a query can name; one part without names where all merchants are meant. */
export function merchantParts(
  merchantIds: readonly string[] | undefined,
): readonly (readonly string[] | undefined)[] {
  if (merchantIds === undefined) return [undefined]
  const parts: (readonly string[])[] = []
  for (let from = 0; from < merchantIds.length; from += MERCHANTS_MAX) {
    parts.push(merchantIds.slice(from, from + MERCHANTS_MAX))
  }
  return parts
}
