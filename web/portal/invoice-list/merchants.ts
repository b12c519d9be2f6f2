import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type Api, useApi } from '../api/api.ts'
import type { ListedMerchant } from './rows.ts'

type Merchants = { readonly merchants: readonly ListedMerchant[] }
type Named = { readonly organizationId?: string | undefined }

/** Merchants change their names and languages rarely. */
const FRESH_MS = 300_000

/** The merchants of one page of a list, in an order that is the same for the same merchants. */
function idsOf(invoices: readonly Named[]): string {
  return [...new Set(invoices.flatMap(({ organizationId }) => organizationId ?? []))].toSorted().join(',')
}

const merchantsQuery = (api: Api, merchantId: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'listed-merchants', merchantId],
    queryFn: ({ signal }) =>
      api.get<Merchants>('/portal/v1/invoice-list/merchants', { query: { merchantId }, signal }) as Promise<Merchants>,
    staleTime: FRESH_MS,
  })

function byId(results: readonly UseQueryResult<Merchants>[]): Readonly<Record<string, ListedMerchant>> {
  const merchants = results.flatMap(({ data }) => data?.merchants ?? [])
  return Object.fromEntries(merchants.map((merchant) => [merchant.organizationId, merchant]))
}

/**
 * The merchants of invoices by their ids, as far as they are looked up: one look-up for each page, which pages with the same
 * merchants share. A merchant's own list has its own.
 */
export function useListedMerchants(pages: readonly (readonly Named[])[]): Readonly<Record<string, ListedMerchant>> {
  const api = useApi()
  const asked = [...new Set(pages.map(idsOf))]
  return useQueries({ queries: asked.map((ids) => merchantsQuery(api, ids)), combine: byId })
}
