import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Static } from 'typebox'
import type { Me } from '../../../src/organizations/http/contract.ts'
import { apiFor } from '../api/api.ts'
import type { Received } from '../api/exact-json.ts'
import type { Permission, Role } from './session.ts'

/** The organization of the page's address, as the signed-in person may act for it. */
export type ShownOrganization = Received<Static<typeof Me>>['actingFor'] & {
  readonly role: Role
  readonly permissions: readonly Permission[]
}

const FRESH_MS = 60_000

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'organization'],
    queryFn: async ({ signal }): Promise<ShownOrganization> => {
      const { actingFor, authentication } = await apiFor(organizationId).get<Static<typeof Me>>(
        '/organizations/v1/me',
        { signal },
      )
      if (authentication.scheme !== 'session') throw new Error('The portal is used in a session.')
      return { ...actingFor, role: authentication.role, permissions: authentication.permissions }
    },
    staleTime: FRESH_MS,
    retry: false,
  })

export function useOrganization(): ShownOrganization {
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  return useSuspenseQuery(organizationQuery(organizationId)).data
}

/** Whether the person can write invoices here: an organization that takes payments itself, and a role that may. */
export function useCanCreate(): boolean {
  const { type, permissions } = useOrganization()
  return type === 'merchant' && permissions.includes('invoices')
}

/** Whether the person may do something here, such as `invoices:write`. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useOrganization()
  return (permission) => permissions.includes(permission)
}
