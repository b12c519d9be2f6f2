import { merchantParts, partsByWeight } from './query-parts.ts'
import type { Identity } from './versions.ts'

/** Parameters are part of the request's URL, which servers limit to 1 MiB. */
const CHARACTERS_MAX = 512 * 1024
/** Quotation marks and commas of the values of a record, and its time. */
const CHARACTERS_EXTRA = 40

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
  const parts = merchantParts([...new Set(identities.map(({ merchantId }) => merchantId))])
  if (parts.length === 1) return [identities]
  return parts.map((part) => {
    const merchantIds = new Set(part)
    return identities.filter(({ merchantId }) => merchantIds.has(merchantId))
  })
}

/** Splits records into parts that can be named in one query, neighbours together. */
export function partsByLength(identities: readonly Identity[]): readonly (readonly Identity[])[] {
  const lengthOf = ({ merchantId, recordId }: Identity): number =>
    encodeURIComponent(recordId).length + merchantId.length + CHARACTERS_EXTRA
  return partsByWeight(identities.toSorted(byPlace), lengthOf, CHARACTERS_MAX)
}

function byPlace(a: Identity, b: Identity): number {
  if (a.merchantId !== b.merchantId) return a.merchantId < b.merchantId ? -1 : 1
  return a.occurredAtMs - b.occurredAtMs
}
