import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  GroupChange,
  GroupContract,
  GroupList,
  GroupSummary,
} from '../../../../../src/organizations/administration/contract.ts'
import { type Api, useApi } from '../../../api/api.ts'
import type { Received } from '../../../api/exact-json.ts'

export type Group = Received<Static<typeof GroupContract>>

const GROUPS = '/organizations/v1/merchant-groups'
const pathOf = (name: string) => `${GROUPS}/${encodeURIComponent(name)}`
const keyOf = (api: Api) => [api.organizationId, 'merchant-groups'] as const

export const groupsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(api),
    queryFn: ({ signal }) => api.get<Static<typeof GroupList>>(GROUPS, { signal }),
  })

export const groupQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: [...keyOf(api), name],
    queryFn: ({ signal }) => api.get<Static<typeof GroupContract>>(pathOf(name), { signal }),
  })

export function useCreateGroup() {
  const api = useApi()
  return useMutation({
    mutationFn: (name: string) => api.post<Static<typeof GroupSummary>>(GROUPS, { name, merchantIds: [] }),
    onSettled: useRefresh(api),
  })
}

export function useChangeGroup(name: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Static<typeof GroupChange>) => api.patch<Static<typeof GroupSummary>>(pathOf(name), change),
    // Under its former name a renamed group is no longer there.
    onSuccess: (_, change) => client.invalidateQueries({ queryKey: keyOf(api), exact: change.name !== undefined }),
  })
}

export function useDeleteGroup(name: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(pathOf(name)),
    // The group's own page is left; it would ask for a deleted group.
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(api), exact: true }),
  })
}

function useRefresh(api: Api) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(api) })
}
