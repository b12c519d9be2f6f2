import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isLanguage, type Language } from '../../../../src/kernel/language.ts'
import { type Api, useApi } from '../../api/api.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { conflictsOf, mergedValues, type SettingKey } from './conflicts.ts'
import type { CustomField, CustomFieldBody } from './custom-field-values.ts'
import { changesOf, defaultValues, type FormValues, formValuesOf, type ShownSettings } from './form-values.ts'

const SETTINGS = '/invoicing/v2/invoiceSettings'
const FIELDS = '/invoicing/v2/invoice/merchantDefinedFields'

export type Warning = { readonly field: string; readonly reason: string }
type Address = Readonly<Partial<Record<'address1' | 'address2' | 'city' | 'state' | 'country' | 'postalCode', string>>>
export type Settings = {
  readonly invoiceSettingsInformation: ShownSettings
  readonly merchantInformation: { readonly name: string; readonly phone?: string; readonly addressDetails?: Address }
  readonly warnings?: readonly Warning[]
}

/** The language of pages and mails, which has a default. */
export function languageOf({ invoiceSettingsInformation: { deliveryLanguage } }: Settings): Language {
  return isLanguage(String(deliveryLanguage)) ? (deliveryLanguage as Language) : 'en-US'
}

export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'settings'],
    queryFn: ({ signal }) => api.get<Settings>(SETTINGS, { signal }) as Promise<Settings>,
  })

type Saving = {
  /** The values that were loaded before the person typed. */
  readonly base: FormValues
  /** A refusal is shown until its field has another value than here. */
  readonly typed: FormValues
}

export type SaveResult =
  | { readonly outcome: 'saved'; readonly saved: FormValues }
  | { readonly outcome: 'conflict'; readonly names: readonly SettingKey[]; readonly now: FormValues }

/** Others may save between the reading and the writing of a save, but hardly as often as this. */
const ATTEMPTS_MAX = 3

/** Saves the changes, unless somebody else has changed the same settings since they were loaded. */
export function useSaveSettings() {
  const [api, client] = [useApi(), useQueryClient()]
  const show = (settings: Settings) => client.setQueryData(settingsQuery(api).queryKey, settings)
  const save = async (saving: Saving, attemptsLeft = ATTEMPTS_MAX): Promise<SaveResult> => {
    const { loaded, tag } = await loadSettings(api)
    show(loaded)
    const now = formValuesOf(loaded.invoiceSettingsInformation)
    const names = conflictsOf(saving, now)
    if (names.length > 0) return { outcome: 'conflict', names, now }
    const wanted = mergedValues(saving, { changed: saving.typed, others: now })
    const { settings } = changesOf(now, wanted, defaultValues(loaded.merchantInformation))
    try {
      const options = { headers: { 'if-match': tag } }
      const body = { invoiceSettingsInformation: settings }
      const answer = (await api.put<Settings>(SETTINGS, body, options)) as Settings
      show(answer)
      return { outcome: 'saved', saved: formValuesOf(answer.invoiceSettingsInformation) }
    } catch (error) {
      const isOutdated = error instanceof ApiProblem && error.status === 412 && attemptsLeft > 1
      if (!isOutdated) throw error
      return save(saving, attemptsLeft - 1)
    }
  }
  return useMutation({ mutationFn: (saving: Saving) => save(saving) })
}

/** The settings of this moment with their version. */
async function loadSettings(api: Api): Promise<{ readonly loaded: Settings; readonly tag: string }> {
  let tag = '*'
  const onTag = (received: string) => {
    tag = received
  }
  const loaded = (await api.get<Settings>(SETTINGS, { onTag })) as Settings
  return { loaded, tag }
}

/** How many invoices are open; undefined until they are counted. */
export function useOpenInvoices(): number | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [api.organizationId, 'invoices', 'counts'],
    queryFn: ({ signal }) => api.get<{ readonly open: number }>('/portal/v1/invoice-list/counts', { signal }),
  })
  return data?.open
}

export function useSendTestMail() {
  const api = useApi()
  return useMutation({ mutationFn: () => api.post<{ readonly recipient: string }>('/portal/v1/test-mails', {}) })
}

const fieldsKey = (api: Api) => [api.organizationId, 'custom-fields']

export const customFieldsQuery = (api: Api) =>
  queryOptions({
    queryKey: fieldsKey(api),
    queryFn: ({ signal }) => api.get<readonly CustomField[]>(FIELDS, { signal }) as Promise<readonly CustomField[]>,
  })

/** Creates a field, or replaces the one of the id. */
export function useSaveCustomField() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string | undefined; readonly body: CustomFieldBody }) =>
      id === undefined ? api.post<unknown>(FIELDS, body) : api.put<unknown>(`${FIELDS}/${id}`, body),
    onSuccess: () => client.invalidateQueries({ queryKey: fieldsKey(api) }),
  })
}

export function useDeleteCustomField() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: (id: string) => api.delete<unknown>(`${FIELDS}/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: fieldsKey(api) }),
  })
}
