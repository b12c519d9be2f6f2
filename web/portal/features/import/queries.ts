import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  ImportCheckResponse,
  ImportList,
  ImportResponse,
  ImportResults,
  UploadedImport,
} from '../../../../src/invoicing/imports/contract.ts'
import { type Api, useApi } from '../../api/api.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import type { Received } from '../../api/exact-json.ts'
import { type Choices, optionsBody } from './choices.ts'
import type { CustomField } from './field-labels.ts'

const PATH = '/portal/v1/invoice-imports'
const PROGRESS_MS = 1_000
const MAILS_MS = 10_000
const LISTED = 10
const RESULTS = 1_000

export type ImportFile = Received<Static<typeof ImportResponse>>
export type ListedImport = Received<Static<typeof UploadedImport>>
export type Check = Received<Static<typeof ImportCheckResponse>>
export type LineProblem = Check['warnings'][number] & { readonly value?: string }

const pathOf = (importId: string): string => `${PATH}/${encodeURIComponent(importId)}`
const listKey = (api: Api) => [api.organizationId, 'imports', 'list']
const importKey = (api: Api, importId: string) => [api.organizationId, 'imports', importId]

export function useRecentImports() {
  const api = useApi()
  return useQuery({
    queryKey: listKey(api),
    queryFn: async ({ signal }) =>
      (await api.get<Static<typeof ImportList>>(PATH, { query: { limit: LISTED }, signal })).imports as ListedImport[],
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'RUNNING') ? PROGRESS_MS : false),
  })
}

/** The file with its progress, which is asked for as long as something happens. */
export function useImport(importId: string) {
  const [api, client] = [useApi(), useQueryClient()]
  return useQuery({
    queryKey: importKey(api, importId),
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<ImportFile>(importKey(api, importId))
      const file = (await api.get<Static<typeof ImportResponse>>(pathOf(importId), { signal })) as ImportFile
      if (before?.status === 'RUNNING' && file.status !== 'RUNNING') {
        void client.invalidateQueries({ queryKey: [api.organizationId, 'invoices'] })
      }
      return file
    },
    refetchInterval: ({ state: { data } }) => {
      if (data?.status === 'RUNNING') return PROGRESS_MS
      return data?.mails === undefined ? false : MAILS_MS
    },
  })
}

export function useUploadFile() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: (file: File) =>
      api.post<Static<typeof UploadedImport>>(PATH, file, {
        query: { fileName: file.name },
        headers: { 'content-type': 'text/csv' },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(api) }),
  })
}

const RETRIES_MAX = 20

/** The dry run. Another choice keeps the result before it until the next one is there. */
export function useCheck(importId: string, choices: Choices) {
  const api = useApi()
  const body = optionsBody(choices)
  return useQuery({
    queryKey: [...importKey(api, importId), 'check', body],
    queryFn: ({ signal }) =>
      api.post<Static<typeof ImportCheckResponse>>(`${pathOf(importId)}/check`, body, { signal }) as Promise<Check>,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    // Two files of an organization are checked at the same time.
    retry: (count, error) => count < RETRIES_MAX && error instanceof ApiProblem && error.status === 429,
    retryDelay: PROGRESS_MS,
  })
}

export function useRunImport(importId: string) {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: (choices: Choices) => api.post(`${pathOf(importId)}/run`, optionsBody(choices)),
    onSettled: () => client.invalidateQueries({ queryKey: importKey(api, importId), exact: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(api) }),
  })
}

export function useStopImport(importId: string) {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: () => api.post(`${pathOf(importId)}/stop`, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: [api.organizationId, 'imports'] }),
  })
}

export function useDeleteImport(importId: string) {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: () => api.delete(pathOf(importId)),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(api) }),
  })
}

/** The problems of the lines that a run left out. */
export function useFailures(importId: string, { isEnabled }: { readonly isEnabled: boolean }) {
  const api = useApi()
  return useQuery({
    queryKey: [...importKey(api, importId), 'failures'],
    queryFn: async ({ signal }): Promise<readonly LineProblem[]> => {
      const query = { outcome: 'FAILED', limit: RESULTS }
      const { results } = await api.get<Static<typeof ImportResults>>(`${pathOf(importId)}/results`, { query, signal })
      return results.flatMap(({ problems = [] }) => problems) as LineProblem[]
    },
    enabled: isEnabled,
  })
}

export function useCustomFields() {
  const api = useApi()
  return useQuery({
    queryKey: [api.organizationId, 'custom-fields'],
    queryFn: ({ signal }) => api.get<readonly CustomField[]>('/invoicing/v2/invoice/merchantDefinedFields', { signal }),
  })
}

/** The currency of new invoices; null if it could not be asked for. */
export function useUsualCurrency() {
  const api = useApi()
  return useQuery(
    queryOptions({
      queryKey: [api.organizationId, 'settings'],
      queryFn: ({ signal }) =>
        api.get<{ readonly invoiceSettingsInformation: { readonly defaultCurrencyCode?: string } }>(
          '/invoicing/v2/invoiceSettings',
          { signal },
        ),
      select: ({ invoiceSettingsInformation }) => invoiceSettingsInformation.defaultCurrencyCode,
    }),
  )
}
