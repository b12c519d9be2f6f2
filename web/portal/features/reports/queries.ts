import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ReportContract } from '../../../../src/reporting/ordering/contract.ts'
import type { OrderOptions, Overview, SubscriptionOverview } from '../../../../src/reporting/overview/contract.ts'
import type { ScheduleContract, SubscriptionContract } from '../../../../src/reporting/subscriptions/contract.ts'
import type { VerificationContract } from '../../../../src/reporting/verification/contract.ts'
import { type Api, useApi } from '../../api/api.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import type { Received } from '../../api/exact-json.ts'
import type { Query } from '../../api/query-string.ts'
import { hasUnfinished, isUnfinished } from './report-states.ts'

const REPORTS = '/reporting/v3/reports'
const SUBSCRIPTIONS = '/reporting/v3/report-subscriptions'
const PROGRESS_MS = 2_000
const HIDDEN_MS = 15_000

export type ListedReport = Received<Static<typeof Overview>>['reports'][number]
export type Report = Received<Static<typeof ReportContract>>
export type Subscription = Received<Static<typeof SubscriptionContract>>
export type Subscriptions = Received<Static<typeof SubscriptionOverview>>
export type Verified = Received<Static<typeof VerificationContract>>
export type Run = Received<Static<typeof ScheduleContract>>['nextRunTimes'][number]

const keyOf = (api: Api) => [api.organizationId, 'reports'] as const
export const reportPath = (reportId: string): string => `${REPORTS}/${encodeURIComponent(reportId)}`
const subscriptionPath = (name: string): string => `${SUBSCRIPTIONS}/${encodeURIComponent(name)}`

/** Often while somebody looks, seldom while the page is hidden. */
function everyMs(): number {
  return document.visibilityState === 'visible' ? PROGRESS_MS : HIDDEN_MS
}

/** Reports that match; asked for again for as long as one of them is being made. */
export function useReports(filters: Query, limit: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...keyOf(api), 'list', filters, limit],
    queryFn: ({ signal }) =>
      api.get<Static<typeof Overview>>('/portal/v1/reports', { query: { ...filters, limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (hasUnfinished(data?.reports ?? []) ? everyMs() : false),
    refetchIntervalInBackground: true,
  })
}

/** One report with its progress, which is asked for until it is over. */
export const reportQuery = (api: Api, reportId: string) =>
  queryOptions({
    queryKey: [...keyOf(api), 'one', reportId],
    queryFn: ({ signal }) => api.get<Static<typeof ReportContract>>(reportPath(reportId), { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnfinished(data.status) ? everyMs() : false),
    refetchIntervalInBackground: true,
  })

/** All subscriptions, with how many there can be. */
export const subscriptionsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...keyOf(api), 'subscriptions'],
    queryFn: ({ signal }) =>
      api.get<Static<typeof SubscriptionOverview>>('/portal/v1/report-subscriptions', { signal }),
  })

export function useSubscriptions() {
  return useQuery(subscriptionsQuery(useApi()))
}

/** One subscription, for its edit. */
export const subscriptionQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: [...keyOf(api), 'subscription', name],
    queryFn: ({ signal }) => api.get<Static<typeof SubscriptionContract>>(subscriptionPath(name), { signal }),
    refetchOnWindowFocus: false,
  })

export const optionsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...keyOf(api), 'options'],
    queryFn: ({ signal }) => api.get<Static<typeof OrderOptions>>('/portal/v1/report-options', { signal }),
  })

/** Everything that an order, a re-run or a subscription may have changed. */
function refresh(client: QueryClient, api: Api): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(api) })
}

export function useReportAction(reportId: string) {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: (action: 'cancel' | 'rerun') =>
      action === 'cancel'
        ? api.delete<Static<typeof ReportContract>>(reportPath(reportId))
        : api.post<Static<typeof ReportContract>>(`${reportPath(reportId)}/rerun`, {}),
    onSettled: () => refresh(client, api),
  })
}

export function useVerify(reportId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (): Promise<Verified> =>
      api.post<Static<typeof VerificationContract>>(
        `/portal/v1/reports/${encodeURIComponent(reportId)}/verification`,
        {},
      ),
  })
}

export function useSubscriptionAction() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: async ({ name, action }: { readonly name: string; readonly action: 'pause' | 'resume' | 'delete' }) => {
      if (action === 'delete') await api.delete(subscriptionPath(name))
      else await api.post(`${subscriptionPath(name)}/${action}`, {})
    },
    onSettled: () => refresh(client, api),
  })
}

/** Orders a report, or saves a subscription. Returns undefined if the same was ordered or saved before. */
export function usePlaceOrder() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: async ({ isOnce, body }: { readonly isOnce: boolean; readonly body: object }) => {
      try {
        if (isOnce) return await api.post<Static<typeof ReportContract>>(REPORTS, body)
        return await api.put<Static<typeof SubscriptionContract>>(SUBSCRIPTIONS, body)
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 304) return undefined
        throw error
      }
    },
    onSuccess: () => refresh(client, api),
  })
}
