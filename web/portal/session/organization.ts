import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { apiFor } from '../api/api.ts'
import type { Role } from './session.ts'

type Summary = {
  readonly organizationId: string
  readonly name: string
  readonly type: string
  readonly parentId: string | null
  readonly timeZone: string
  readonly status: 'ACTIVE' | 'SUSPENDED'
  readonly suspensionReason: string | null
}

type Me = {
  readonly organization: Summary
  readonly actingFor: Summary
  readonly authentication: { readonly role: Role; readonly permissions: readonly string[] }
}

/** The organization of the page's address, as the signed-in person may act for it. */
export type ShownOrganization = Summary & Me['authentication']

const FRESH_MS = 60_000

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'organization'],
    queryFn: ({ signal }) => apiFor(organizationId).get<Me>('/organizations/v1/me', { signal }),
    staleTime: FRESH_MS,
    retry: false,
  })

export function useOrganization(): ShownOrganization {
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const { actingFor, authentication } = useSuspenseQuery(organizationQuery(organizationId)).data
  return { ...actingFor, role: authentication.role, permissions: authentication.permissions }
}

/** Whether the person may do something here, such as `invoices:write`. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useOrganization()
  return (permission) => permissions.includes(permission)
}
