import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Api, useApi } from '../api/api.ts'
import type { Query } from '../api/query-string.ts'
import { calendarDateIn } from '../format/dates.ts'
import { useOrganization } from '../session/organization.ts'
import type { ListedInvoice } from './rows.ts'
import { filterQuery, selectionQuery, sortQuery } from './state/api-query.ts'
import type { ListState } from './state/list-state.ts'
import type { Selection } from './state/selection.ts'
import type { View } from './state/views.ts'

const PAGE_SIZE = 100
/** A reader who scrolls further looks for something that filters find. */
export const ROWS_MAX = 10_000

export type Page = {
  readonly _links: { readonly next?: unknown }
  readonly submitTimeUtc: string
  readonly invoices: readonly ListedInvoice[]
}

/** The pages of a list, without their total, which takes long where many match. */
export function invoicePages(api: Api, state: ListState, today: string) {
  const query = { ...filterQuery(state, today), ...sortQuery(state), limit: PAGE_SIZE, includeTotal: false }
  return infiniteQueryOptions({
    queryKey: [api.organizationId, 'invoices', 'list', query],
    queryFn: ({ pageParam: offset, signal }) =>
      api.get<Page>('/invoicing/v2/invoices', { query: { offset, ...query }, signal }) as Promise<Page>,
    initialPageParam: 0,
    getNextPageParam: (last: Page, _, offset: number) =>
      last._links.next === undefined || offset + PAGE_SIZE >= ROWS_MAX ? undefined : offset + PAGE_SIZE,
    placeholderData: keepPreviousData,
  })
}

/** Today in the organization's zone, which is how it counts days. */
export function useToday(): string {
  const { timeZone } = useOrganization()
  return calendarDateIn(new Date().toISOString(), timeZone)
}

export function useInvoicePages(state: ListState) {
  return useInfiniteQuery(invoicePages(useApi(), state, useToday()))
}

export type CurrencySum = {
  readonly currency: string
  readonly count: number
  readonly totalAmount: string
  readonly balanceAmount: string
}
type Sums = { readonly count: number; readonly sums: readonly CurrencySum[] }

/** Count and sums of all invoices that match, not only of those that are loaded. */
export function useSums(state: ListState) {
  const [api, today] = [useApi(), useToday()]
  return useQuery(sumsOf(api, filterQuery(state, today)))
}

const sumsOf = (api: Api, query: Query) =>
  queryOptions({
    queryKey: [api.organizationId, 'invoices', 'sums', query],
    queryFn: ({ signal }) => api.get<Sums>('/portal/v1/invoice-list/sums', { query, signal }) as Promise<Sums>,
  })

/** Count and sums of the selected invoices. The sums of the selection before stay until the next ones are there. */
export function useSelectionSums(selection: Selection, state: ListState) {
  const [api, today] = [useApi(), useToday()]
  return useQuery({ ...sumsOf(api, selectionQuery(selection, state, today)), placeholderData: keepPreviousData })
}

/** How many invoices match; undefined while they are counted. Without a query there are none. */
export function useMatchCount(query: Query | undefined): number | undefined {
  const { data } = useQuery({ ...sumsOf(useApi(), query ?? {}), enabled: query !== undefined })
  return query === undefined ? 0 : data?.count
}

/** How many invoices each view has, without filters: those of one customer, or of all. */
export function useCounts({ customerEmail }: { readonly customerEmail?: string } = {}) {
  const api = useApi()
  return useQuery({
    queryKey: [api.organizationId, 'invoices', 'counts', customerEmail],
    queryFn: ({ signal }) =>
      api.get<Record<View, number>>('/portal/v1/invoice-list/counts', { query: { customerEmail }, signal }),
  })
}

type CustomField = { readonly label: string; readonly possibleValues?: string }

export function useCustomFields() {
  const api = useApi()
  return useQuery({
    queryKey: [api.organizationId, 'custom-fields'],
    queryFn: ({ signal }) => api.get<readonly CustomField[]>('/invoicing/v2/invoice/merchantDefinedFields', { signal }),
  })
}
