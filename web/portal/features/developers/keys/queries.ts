import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  KeyContract,
  KeyList,
  KeyRequest,
  KeyRotation,
  NewKeyContract,
} from '../../../../../src/organizations/keys/contract.ts'
import { type Api, useApi } from '../../../api/api.ts'
import type { Received } from '../../../api/exact-json.ts'

type MadeKey = Static<typeof NewKeyContract>
export type Key = Received<Static<typeof KeyContract>>
export type NewKey = Received<MadeKey>
export type Scope = Key['scopes'][number]

const KEYS = '/organizations/v1/keys'

export const keysQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'keys'],
    queryFn: async ({ signal }): Promise<readonly Key[]> =>
      (await api.get<Static<typeof KeyList>>(KEYS, { signal })).keys,
  })

export function useCreateKey() {
  const api = useApi()
  return useMutation({
    mutationFn: (key: Static<typeof KeyRequest>) => api.post<MadeKey>(KEYS, key),
    onSettled: useRefresh(api),
  })
}

export function useRotateKey(keyId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (rotation: Static<typeof KeyRotation>) =>
      api.post<MadeKey>(`${KEYS}/${encodeURIComponent(keyId)}/rotation`, rotation),
    onSettled: useRefresh(api),
  })
}

export function useRevokeKey(keyId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.post(`${KEYS}/${encodeURIComponent(keyId)}/revocation`, {}),
    onSettled: useRefresh(api),
  })
}

function useRefresh(api: Api) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keysQuery(api).queryKey })
}
