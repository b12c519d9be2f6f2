import {
  type BatchedRequest,
  type BatchedRequestQuery,
  listBatchedRequests,
  settledInstant,
} from '../../records/index.ts'
import type { OnDemandDeps } from './on-demand-report.ts'
import type { AskedPage } from './purchase-refund-query.ts'

/** Some of the requests that are asked for. */
export type RequestPage = {
  /** None where the offset lies past the end. */
  readonly requests: readonly BatchedRequest[]
  readonly hasMore: boolean
  /** By when what is counted had arrived; undefined where the page is all there is. */
  readonly asOf: Temporal.Instant | undefined
}

/** Undefined where there is no request at all, on whatever page. */
export async function findPage(
  deps: OnDemandDeps,
  merchantIds: readonly string[],
  asked: AskedPage,
): Promise<RequestPage | undefined> {
  const { offset, limit } = asked
  const settled = (): Promise<Temporal.Instant> =>
    settledInstant(deps, { kind: 'batch-item', merchantIds })
  // To settle waits for who is storing: an answer that has only one page needs none of it.
  let asOf = await boundOf(deps, asked, settled)
  let found = await listed(deps, merchantIds, { asked, asOf, offset, limit: limit + 1 })
  if (asOf === undefined && found.length > limit) {
    asOf = await settled()
    found = await listed(deps, merchantIds, { asked, asOf, offset, limit: limit + 1 })
  }
  if (found.length === 0) {
    const isEmpty =
      offset === 0 ||
      (await listed(deps, merchantIds, { asked, asOf, offset: 0, limit: 1 })).length === 0
    if (isEmpty) return undefined
  }
  return { requests: found.slice(0, limit), hasMore: found.length > limit, asOf }
}

/** What a client names stands, unless it has yet to come. */
async function boundOf(
  { clock }: OnDemandDeps,
  { asOf, offset }: AskedPage,
  settled: () => Promise<Temporal.Instant>,
): Promise<Temporal.Instant | undefined> {
  if (asOf === undefined) return offset > 0 ? settled() : undefined
  return Temporal.Instant.compare(asOf, clock.now()) < 0 ? asOf : settled()
}

async function listed(
  { clickhouse }: OnDemandDeps,
  merchantIds: readonly string[],
  {
    asked: { window, viewBy, cardScheme },
    asOf,
    offset,
    limit,
  }: { readonly asked: AskedPage; readonly asOf: Temporal.Instant | undefined } & Pick<
    BatchedRequestQuery,
    'offset' | 'limit'
  >,
): Promise<readonly BatchedRequest[]> {
  return listBatchedRequests(clickhouse, {
    window: {
      merchantIds,
      fromMs: window.from.epochMilliseconds,
      toMs: window.to.epochMilliseconds,
    },
    viewBy,
    cardScheme,
    receivedUntilMs: asOf?.epochMilliseconds,
    offset,
    limit,
  })
}
