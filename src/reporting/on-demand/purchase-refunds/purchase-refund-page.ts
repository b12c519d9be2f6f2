import { chooseCutOff, tryCutOff } from '../../../records/index.ts'
import type { OnDemandDeps } from '../responses/on-demand-report.ts'
import { recordWindowOf } from '../responses/record-items.ts'
import { type BatchedRequestQuery, findNewestArrival, listBatchedRequests } from './batched-requests.ts'
import type { PageQuery } from './purchase-refund-query.ts'
import type { BatchedRequest } from './request-records.ts'

/** A page of the matching requests. */
export type RequestPage = {
  /** Empty if the offset is past the end. */
  readonly requests: readonly BatchedRequest[]
  readonly hasMore: boolean
  /** Only records received by this time are included; undefined if the page contains everything. */
  readonly asOf: Temporal.Instant | undefined
}

/** Loads a page; undefined if no request matches on any page. */
export async function findPage(
  deps: OnDemandDeps,
  merchantIds: readonly string[],
  query: PageQuery,
): Promise<RequestPage | undefined> {
  const { offset, limit, viewBy, cardScheme } = query
  const window = recordWindowOf({ merchantIds, window: query.window })
  const filter = { window, viewBy, cardScheme, receivedUntilMs: undefined }
  const listed = (asOf: Temporal.Instant | undefined, place = { offset, limit: limit + 1 }) =>
    listBatchedRequests(deps.engine, { ...filter, receivedUntilMs: asOf?.epochMilliseconds, ...place })
  let asOf = await loadBound(deps, query, filter)
  // Choosing a cut-off waits for writers, and a response that has only one page needs none. While nobody writes, one is
  // chosen before the listing. It holds if no matching record arrived after it, and the page is not listed again.
  const early = asOf === undefined ? await tryCutOff(deps, { kind: 'batch-item', merchantIds }) : undefined
  let found = await listed(asOf)
  if (asOf === undefined && found.requests.length > limit) {
    const isListed = isCovered(found.newestArrival, early)
    asOf = isListed ? early : await loadCutOff(deps, filter)
    if (!isListed) found = await listed(asOf)
  }
  const { requests } = found
  if (requests.length === 0) {
    const isEmpty = offset === 0 || (await listed(asOf, { offset: 0, limit: 1 })).requests.length === 0
    if (isEmpty) return undefined
  }
  return { requests: requests.slice(0, limit), hasMore: requests.length > limit, asOf }
}

function isCovered(arrival: Temporal.Instant | undefined, cutOff: Temporal.Instant | undefined): boolean {
  if (arrival === undefined || cutOff === undefined) return false
  return Temporal.Instant.compare(arrival, cutOff) <= 0
}

/** The time that the client gives is used unless it lies in the future. */
async function loadBound(
  deps: OnDemandDeps,
  { asOf, offset }: PageQuery,
  filter: BatchedRequestQuery,
): Promise<Temporal.Instant | undefined> {
  if (asOf === undefined) return offset > 0 ? loadCutOff(deps, filter) : undefined
  return Temporal.Instant.compare(asOf, deps.clock.now()) < 0 ? asOf : loadCutOff(deps, filter)
}

/** If a clock was set back, records may have been received later than now; they count too. */
async function loadCutOff(deps: OnDemandDeps, filter: BatchedRequestQuery): Promise<Temporal.Instant> {
  const { merchantIds } = filter.window
  const cutOff = await chooseCutOff(deps, { kind: 'batch-item', merchantIds })
  const newest = await findNewestArrival(deps.engine, filter)
  return newest === undefined || Temporal.Instant.compare(newest, cutOff) < 0 ? cutOff : newest
}
