import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ReviewFactsContract, ReviewQueueContract } from '../../../../src/payments/review-desk/contract.ts'
import type { ClaimContract, ClaimListContract } from '../../../../src/portal/review-claims/contract.ts'
import { type Api, useApi } from '../../api/api.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import type { Received } from '../../api/exact-json.ts'

type QueueBody = Static<typeof ReviewQueueContract>
type FactsBody = Static<typeof ReviewFactsContract>
export type ReviewQueue = Received<QueueBody>
export type Queued = ReviewQueue['reviews'][number]
export type ReviewFacts = Received<FactsBody>
export type Claim = Received<Static<typeof ClaimContract>>

const QUEUE = '/portal/v1/review-queue'
const CLAIMS = '/portal/v1/review-claims'

/** Others decide too: the queue and who is on what are asked for again. */
const QUEUE_MS = 15_000
const CLAIMS_MS = 10_000
/** A third of the lease. */
const RENEWED_MS = 30_000

export const queueQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'reviews', 'queue'],
    queryFn: ({ signal }) => api.get<QueueBody>(QUEUE, { signal }),
    refetchInterval: QUEUE_MS,
  })

export function useReviewFacts(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [api.organizationId, 'reviews', 'facts', id],
    queryFn: ({ signal }) => api.get<FactsBody>(`${QUEUE}/${encodeURIComponent(id)}`, { signal }),
  })
}

const claimsKey = (api: Api) => [api.organizationId, 'reviews', 'claims']

/** Who is on which payment. */
export function useClaims() {
  const api = useApi()
  return useQuery({
    queryKey: claimsKey(api),
    queryFn: async ({ signal }) => (await api.get<Static<typeof ClaimListContract>>(CLAIMS, { signal })).claims,
    refetchInterval: CLAIMS_MS,
  })
}

export type Hold = 'own' | 'others'

/** Claims the payment while its page is open, again and again; `others` while somebody else has it. */
export const holdQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'review-hold', id],
    queryFn: async (): Promise<Hold> => {
      try {
        await claim(api, id, { takesOver: false })
        return 'own'
      } catch (error) {
        if (error instanceof ApiProblem && error.reason === 'REVIEW_CLAIMED') return 'others'
        throw error
      }
    },
    refetchInterval: RENEWED_MS,
    // A claim that another page of this person gave up is not remembered.
    gcTime: 0,
    retry: false,
  })

export function claim(api: Api, id: string, body: { readonly takesOver: boolean }): Promise<Claim> {
  return api.put<Static<typeof ClaimContract>>(`${CLAIMS}/${encodeURIComponent(id)}`, body)
}

export function release(api: Api, id: string): Promise<unknown> {
  return api.delete(`${CLAIMS}/${encodeURIComponent(id)}`, { isKeptAlive: true })
}
