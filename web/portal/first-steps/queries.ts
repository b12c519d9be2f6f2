import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { FirstSteps } from '../../../src/portal/first-steps/contract.ts'
import { useApi } from '../api/api.ts'
import type { Received } from '../api/exact-json.ts'
import { useMay, useOrganization } from '../session/organization.ts'

export type Progress = Received<Static<typeof FirstSteps>>

/** How far a new merchant has come. Only those are asked about who can take the steps. */
export function useFirstSteps() {
  const api = useApi()
  const { type } = useOrganization()
  const canCreate = useMay()('invoices')
  return useQuery({
    queryKey: [api.organizationId, 'first-steps'],
    queryFn: ({ signal }) => api.get<Static<typeof FirstSteps>>('/portal/v1/first-steps', { signal }),
    enabled: type === 'merchant' && canCreate,
    staleTime: 0,
  })
}
