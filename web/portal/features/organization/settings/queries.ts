import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { SettingsChange, SettingsContract } from '../../../../../src/organizations/administration/contract.ts'
import type { Backups as BackupsContract } from '../../../../../src/portal/backups/contract.ts'
import type { RetentionContract } from '../../../../../src/records/retention/contract.ts'
import { type Api, useApi } from '../../../api/api.ts'
import type { Received } from '../../../api/exact-json.ts'

type Settings = Static<typeof SettingsContract>
export type Retention = Received<Static<typeof RetentionContract>>
export type Backups = Received<Static<typeof BackupsContract>>

const SETTINGS = '/organizations/v1/settings'
const RETENTION = '/organizations/v1/retention'

export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'organization-settings'],
    queryFn: ({ signal }) => api.get<Settings>(SETTINGS, { signal }),
  })

export const retentionQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'retention'],
    queryFn: ({ signal }) => api.get<Static<typeof RetentionContract>>(RETENTION, { signal }),
  })

export const backupsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'backups'],
    queryFn: ({ signal }) => api.get<Static<typeof BackupsContract>>('/portal/v1/backups', { signal }),
  })

export function useChangeSettings() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Static<typeof SettingsChange>) => api.patch<Settings>(SETTINGS, change),
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery(api).queryKey }),
  })
}

export function useSaveRetention() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (months: number | null) => api.put(RETENTION, { months }),
    onSettled: () => client.invalidateQueries({ queryKey: retentionQuery(api).queryKey }),
  })
}
