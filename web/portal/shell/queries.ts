import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { InvoiceListContract } from '../../../src/invoicing/lists/contract.ts'
import type { OrganizationList } from '../../../src/organizations/access/contract.ts'
import type { Api } from '../api/api.ts'

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

/** The first invoices that match a text. The count is not asked for, which is what takes long in a list of a million. */
export const invoiceSearch = (api: Api, search: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'invoice-search', search],
    queryFn: ({ signal }) =>
      api.get<Static<typeof InvoiceListContract>>('/invoicing/v2/invoices', {
        query: { search, limit: INVOICES_SHOWN, includeTotal: false },
        signal,
      }),
    enabled: search.length >= SEARCH_LENGTH_MIN,
    placeholderData: keepPreviousData,
  })
