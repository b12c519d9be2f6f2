import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Api } from '../../../api/api.ts'
import { useApi } from '../../../api/api.ts'
import type { Query } from '../../../api/query-string.ts'
import { midnight } from '../builder/zone-time.ts'
import { dayAfter } from '../period-text.ts'
import { type OnDemandName, type OnDemandSearch, WITH_GROUPS } from './on-demand-search.ts'

export type Asked = {
  readonly report: OnDemandName
  readonly query: Query
}

/** Requests of a page; each may be in several lists. */
export const PAGE = 100

/** The question of the page's address, in the zone of the organization. */
export function askedOf(
  search: OnDemandSearch,
  { timeZone, today }: { readonly timeZone: string; readonly today: string },
): Asked & { readonly from: string; readonly to: string } {
  const { report = 'net-fundings', from = dayAfter(today, -29), to = today, group, rollUp = 'day', page = '1' } = search
  return {
    report,
    from,
    to,
    query: {
      startTime: midnight(from, timeZone),
      endTime: midnight(dayAfter(to), timeZone),
      ...(WITH_GROUPS.has(report) && { groupName: group }),
      // Weeks begin on Monday.
      ...(report === 'payment-batch-summaries' && { rollUp, startDayOfWeek: 2 }),
      ...(report === 'purchase-refund-details' && { limit: PAGE, offset: (Number(page) - 1) * PAGE }),
    },
  }
}

const pathOf = (report: OnDemandName): string => `/portal/v1/on-demand-reports/${report}`

export function useOnDemand({ report, query }: Asked, { isEnabled }: { readonly isEnabled: boolean }) {
  const api = useApi()
  return useQuery({
    queryKey: [api.organizationId, 'on-demand', report, query],
    queryFn: ({ signal }) => api.get<Readonly<Record<string, unknown>>>(pathOf(report), { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchOnWindowFocus: false,
  })
}

/** The address of the same as a file. */
export function fileAddress(api: Api, { report, query: { limit: _, offset: __, ...query } }: Asked): string {
  return api.link(pathOf(report), { ...query, format: 'csv' })
}
