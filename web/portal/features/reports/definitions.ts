import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Definitions, DetailedDefinition } from '../../../../src/reporting/definitions/contract.ts'
import { type Api, useApi } from '../../api/api.ts'
import type { Received } from '../../api/exact-json.ts'

const PATH = '/reporting/v3/report-definitions'

export type Definition = Received<Static<typeof Definitions>>['reportDefinitions'][number]
export type DefinitionFields = Received<Static<typeof DetailedDefinition>>
export type ReportField = DefinitionFields['attributes'][number]

/** They change with the service only. */
const FRESH_MS = Number.POSITIVE_INFINITY

export const definitionsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'report-definitions'],
    queryFn: async ({ signal }) =>
      (await api.get<Static<typeof Definitions>>(PATH, { signal })).reportDefinitions as readonly Definition[],
    staleTime: FRESH_MS,
  })

/** A definition with its fields: up to several hundred of them. */
export const fieldsQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'report-definitions', name],
    queryFn: ({ signal }) =>
      api.get<Static<typeof DetailedDefinition>>(`${PATH}/${encodeURIComponent(name)}`, { signal }),
    staleTime: FRESH_MS,
  })

export function useDefinitions() {
  return useQuery(definitionsQuery(useApi()))
}
