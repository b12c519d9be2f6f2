import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { InvoiceListContract } from '../../../src/invoicing/lists/contract.ts'
import type { OrganizationList } from '../../../src/organizations/access/contract.ts'
import type { Api } from '../api/api.ts'
import type { Received } from '../api/exact-json.ts'
import type { Query } from '../api/query-string.ts'
import { searchedAmounts } from './searched-amounts.ts'

export type FoundInvoice = Received<Static<typeof InvoiceListContract>>['invoices'][number]

const ORGANIZATIONS_SHOWN = 20
const INVOICES_SHOWN = 8
const SEARCH_LENGTH_MIN = 2

/** The organizations that the person may switch to, searched by the server: a partner may have ten thousand. */
export const organizationSearch = (api: Api, search: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'organizations', search],
    queryFn: ({ signal }) =>
      api.get<Static<typeof OrganizationList>>('/organizations/v1/organizations', {
        query: { search, limit: ORGANIZATIONS_SHOWN },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/**
 * The first invoices that match a text, or whose total is the amount that it may mean. They are not counted: in a list of
 * a million, counting takes longest.
 */
export const invoiceSearch = (api: Api, search: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'invoice-search', search],
    queryFn: async ({ signal }): Promise<readonly FoundInvoice[]> => {
      const find = (query: Query) =>
        api.get<Static<typeof InvoiceListContract>>('/invoicing/v2/invoices', {
          query: { ...query, limit: INVOICES_SHOWN, includeTotal: false },
          signal,
        })
      const amounts = searchedAmounts(search).map((amount) => find({ amountFrom: amount, amountTo: amount }))
      const pages = await Promise.all([find({ search }), ...amounts])
      const found = new Map(pages.flatMap(({ invoices }) => invoices).map((invoice) => [invoice.id, invoice]))
      return [...found.values()].slice(0, INVOICES_SHOWN)
    },
    enabled: search.length >= SEARCH_LENGTH_MIN,
    placeholderData: keepPreviousData,
  })
