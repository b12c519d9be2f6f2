import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useApi } from '../../../api/api.ts'

/** Leaves the page once nothing is left to save. */
export function useLeaving(onSaved: () => Promise<void>) {
  const [api, client, navigate] = [useApi(), useQueryClient(), useNavigate()]
  const isSaved = useRef(false)
  const { organizationId } = api
  const leave = async (to: string | undefined) => {
    isSaved.current = true
    await onSaved()
    await client.invalidateQueries({ queryKey: [organizationId], refetchType: 'none' })
    if (to === undefined) await navigate({ to: '/o/$organizationId/invoices', params: { organizationId } })
    else await navigate({ to: '/o/$organizationId/invoices/$number', params: { organizationId, number: to } })
  }
  return { leave, isSaved }
}
