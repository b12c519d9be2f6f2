import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Building2, FileText, Search } from 'lucide-react'
import { useApi } from '../api/api.ts'
import { useFormat } from '../format/use-format.ts'
import { useSession } from '../session/session.ts'
import type { FinderGroup, FinderItem } from '../ui/finder.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useWords } from '../words/use-words.ts'
import { closeCommands } from './command-state.ts'
import { matches } from './matching.ts'
import { type FoundInvoice, invoiceSearch, organizationSearch } from './queries.ts'

type Found = { readonly groups: readonly FinderGroup[]; readonly isBusy: boolean }

const SIZE = { size: 16, 'aria-hidden': true } as const
const NOTHING: Found = { groups: [], isBusy: false }

/** Invoices that match a text, and the way to all of them. */
export function useInvoiceItems(text: string): Found {
  const words = useWords('shell')
  const format = useFormat()
  const api = useApi()
  const navigate = useNavigate()
  const search = useDebounced(text.trim())
  const found = useQuery(invoiceSearch(api, search))
  if (text.trim().length < 2) return NOTHING
  const { organizationId } = api
  const open = (number: string) => () => {
    closeCommands()
    void navigate({ to: '/o/$organizationId/invoices/$number', params: { organizationId, number } })
  }
  const isBusy = found.isFetching || search !== text.trim()
  // While the answer is on its way, Enter must not open a result of an earlier text.
  const fitting = (found.data ?? []).filter((invoice) => !isBusy || mentions(invoice, text))
  const items: readonly FinderItem[] = fitting.map((invoice) => {
    const { totalAmount, currency } = invoice.orderInformation.amountDetails
    const { name, company } = invoice.customerInformation
    return {
      id: invoice.id,
      label: invoice.id,
      detail: <bdi>{name ?? company?.name ?? ''}</bdi>,
      aside: <span className="money">{format.amount(totalAmount, currency)}</span>,
      icon: <FileText {...SIZE} />,
      run: open(invoice.id),
    }
  })
  const all: FinderItem = {
    id: 'all',
    label: words.searchAll(text.trim()),
    icon: <Search {...SIZE} />,
    run: () => {
      closeCommands()
      void navigate({ to: '/o/$organizationId/invoices', params: { organizationId }, search: { search: text.trim() } })
    },
  }
  return { groups: [{ value: words.invoices, items: items.length > 0 ? [...items, all] : [] }], isBusy }
}

function mentions({ id, customerInformation: { name = '', company } }: FoundInvoice, text: string): boolean {
  return matches(text, id, name, company?.name ?? '')
}

/** The person's own organizations, and those below the one that the page is about. */
export function useOrganizationGroups(isWanted: boolean, text: string): Found {
  const words = useWords('shell')
  const api = useApi()
  const navigate = useNavigate()
  const { memberships } = useSession()
  const search = useDebounced(text.trim())
  const below = useQuery({ ...organizationSearch(api, search), enabled: isWanted })
  const item = (organizationId: string, name: string, isSuspended = false): FinderItem => ({
    id: organizationId,
    label: name,
    detail: isSuspended ? `${organizationId} · ${words.suspended}` : organizationId,
    icon: <Building2 {...SIZE} />,
    isCurrent: organizationId === api.organizationId,
    run: () => {
      closeCommands()
      void navigate({ to: '/o/$organizationId', params: { organizationId } })
    },
  })
  const own = memberships
    .filter(
      ({ status, organizationName, organizationId }) =>
        status === 'ACTIVE' && matches(text, organizationName, organizationId),
    )
    .map(({ organizationId, organizationName }) => item(organizationId, organizationName))
  const isBusy = below.isFetching || search !== text.trim()
  const others = (below.data?.organizations ?? [])
    .filter(({ organizationId }) => own.every(({ id }) => id !== organizationId))
    .filter(({ organizationId, name }) => !isBusy || matches(text, name, organizationId))
    .map(({ organizationId, name, status }) => item(organizationId, name, status === 'SUSPENDED'))
  const groups = [
    { value: words.yourOrganizations, items: own },
    { value: words.otherOrganizations, items: others },
  ]
  return { groups, isBusy }
}
