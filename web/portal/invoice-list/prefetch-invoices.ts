import type { QueryClient } from '@tanstack/react-query'
import { apiFor } from '../api/api.ts'
import { calendarDateIn } from '../format/dates.ts'
import { organizationQuery } from '../session/organization.ts'
import { invoicePages } from './queries.ts'
import { type ListSearch, readListState } from './state/list-state.ts'

type List = { readonly organizationId: string; readonly search: ListSearch }

/** Asks for the first page of a list while the code of its page is loading, or while the pointer is on its link. */
export function prefetchInvoices(client: QueryClient, { organizationId, search }: List): void {
  const organization = client.getQueryData(organizationQuery(organizationId).queryKey)
  if (organization === undefined) return
  const today = calendarDateIn(new Date().toISOString(), organization.timeZone)
  void client.prefetchInfiniteQuery(invoicePages(apiFor(organizationId), readListState(search), today))
}
