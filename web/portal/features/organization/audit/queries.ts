import { infiniteQueryOptions, keepPreviousData, useMutation } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { AuditList, Verification } from '../../../../../src/organizations/audit-log/contract.ts'
import { type Api, useApi } from '../../../api/api.ts'
import type { Received } from '../../../api/exact-json.ts'
import type { filterOf } from './filters.ts'

type AuditPage = Received<Static<typeof AuditList>>
export type AuditEntry = AuditPage['entries'][number]
export type Verified = Received<Static<typeof Verification>>

const PATH = '/organizations/v1/audit'

type Filter = ReturnType<typeof filterOf>

export const auditQuery = (api: Api, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [api.organizationId, 'audit', filter],
    queryFn: async ({ pageParam: before, signal }): Promise<AuditPage> =>
      api.get<Static<typeof AuditList>>(PATH, { query: { ...filter, before }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** The same entries as a file. */
export function csvAddress(api: Api, filter: Filter): string {
  return api.link(`${PATH}/csv`, filter)
}

/** Checks the chain of seals, which takes a while where there are many. */
export function useVerify() {
  const api = useApi()
  return useMutation({
    mutationFn: (head: string | undefined) =>
      api.get<Static<typeof Verification>>(`${PATH}/verification`, { query: { head } }),
  })
}
