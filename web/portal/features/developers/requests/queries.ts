import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { RequestDetails, RequestList } from '../../../../../src/portal/request-log/contract.ts'
import type { Api } from '../../../api/api.ts'
import type { Received } from '../../../api/exact-json.ts'
import type { RequestSearch } from './filters.ts'

type RequestPage = Received<Static<typeof RequestList>>
export type ListedRequest = RequestPage['requests'][number]
export type ShownRequest = Received<Static<typeof RequestDetails>>

const PATH = '/portal/v1/request-log'

export const requestsQuery = (api: Api, { selected: _, ...filters }: RequestSearch) =>
  infiniteQueryOptions({
    queryKey: [api.organizationId, 'request-log', filters],
    queryFn: async ({ pageParam: before, signal }): Promise<RequestPage> =>
      api.get<Static<typeof RequestList>>(PATH, { query: { ...filters, before }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const requestQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'request', id],
    queryFn: ({ signal }) => api.get<Static<typeof RequestDetails>>(`${PATH}/${id}`, { signal }),
    // A request never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
