import type { Identity } from './versions.ts'

/** Parameters are part of the request's URL, which servers limit to 1 MiB. */
const CHARACTERS_MAX = 512 * 1024
/** Quotation marks and commas of the values of a record, and its time. */
const CHARACTERS_EXTRA = 40
const MERCHANTS_MAX = 8_000

/** The merchants of some records, and their first and last time. */
export type Around = {
  readonly merchantIds: readonly string[]
  readonly from: number
  readonly to: number
}

export function aroundOf(identities: readonly Identity[]): Around {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const merchantIds = new Set<string>()
  for (const { merchantId, occurredAtMs } of identities) {
    merchantIds.add(merchantId)
    if (occurredAtMs < from) from = occurredAtMs
    if (occurredAtMs > to) to = occurredAtMs
  }
  return { merchantIds: [...merchantIds], from, to }
}

/** Splits records into parts whose merchants can be named in one query; nearly always there is one part. */
export function partsByMerchants(identities: readonly Identity[]): readonly (readonly Identity[])[] {
  const seen = new Set<string>()
  return cutWhere(identities, ({ merchantId }) => {
    seen.add(merchantId)
    if (seen.size <= MERCHANTS_MAX) return false
    seen.clear()
    seen.add(merchantId)
    return true
  })
}

/** Splits records into parts that can be named in one query, neighbours together. */
export function partsByLength(identities: readonly Identity[]): readonly (readonly Identity[])[] {
  let characters = 0
  return cutWhere(identities.toSorted(byPlace), ({ merchantId, recordId }) => {
    const length = encodeURIComponent(recordId).length + merchantId.length + CHARACTERS_EXTRA
    characters += length
    if (characters <= CHARACTERS_MAX) return false
    characters = length
    return true
  })
}

function byPlace(a: Identity, b: Identity): number {
  if (a.merchantId !== b.merchantId) return a.merchantId < b.merchantId ? -1 : 1
  return a.occurredAtMs - b.occurredAtMs
}

function cutWhere(
  identities: readonly Identity[],
  beginsPart: (identity: Identity) => boolean,
): readonly (readonly Identity[])[] {
  const parts: (readonly Identity[])[] = []
  let start = 0
  for (const [index, identity] of identities.entries()) {
    if (!beginsPart(identity) || index === start) continue
    parts.push(identities.slice(start, index))
    start = index
  }
  if (start < identities.length) parts.push(identities.slice(start))
  return parts
}
