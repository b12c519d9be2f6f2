import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Home as HomeContract } from '../../../../src/portal/home/contract.ts'
import { useApi } from '../../api/api.ts'
import type { Received } from '../../api/exact-json.ts'

/** Home as the service writes it; amounts are text. */
export type Home = Received<Static<typeof HomeContract>>
export type Owed = NonNullable<Home['owed']>
export type ReceivedPayments = NonNullable<Home['received']>
export type Needs = Home['needs']

/** One request for the whole page, in one currency; another currency keeps the page until it is there. */
export function useHome(currency: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [api.organizationId, 'home', currency],
    queryFn: ({ signal }) => api.get<Static<typeof HomeContract>>('/portal/v1/home', { query: { currency }, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === api.organizationId ? previous : undefined),
  })
}
