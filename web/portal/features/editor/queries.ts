import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Api, useApi } from '../../api/api.ts'
import type { EditorForm, InvoiceBody } from './form/editor-form.ts'

/** A saved invoice with its version, which every change names. */
export type Loaded = { readonly body: InvoiceBody; readonly tag: string }

export const pathOf = (number: string): string => `/invoicing/v2/invoices/${encodeURIComponent(number)}`

export async function loadInvoice(api: Api, number: string, signal?: AbortSignal): Promise<Loaded> {
  let tag = ''
  const onTag = (received: string) => {
    tag = received
  }
  const body = (await api.get(pathOf(number), { signal, onTag })) as InvoiceBody
  return { body, tag }
}

/** Loaded once for each visit: nothing may change below the hands of the person who types. */
export const editedQuery = (api: Api, number: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'editor', number],
    queryFn: ({ signal }) => loadInvoice(api, number, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

type Customer = Readonly<Record<'name' | 'email' | 'company', string>>
type Listed = {
  readonly customerInformation?: {
    readonly name?: string
    readonly email?: string
    readonly company?: { readonly name?: string }
  }
  readonly orderInformation: { readonly amountDetails: { readonly currency: string } }
}
type Page = { readonly invoices: readonly Listed[] }

const FOUND_MAX = 20
const UNCHANGED_CURRENCY = 'USD'

type Settings = { readonly invoiceSettingsInformation: { readonly defaultCurrencyCode?: string } }

/** The currency that the settings name. Until they name another than at first, that of the newest invoice: most merchants have one. */
export const usualCurrencyQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'invoices', 'usual-currency'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, includeTotal: false }
      const [settings, { invoices }] = (await Promise.all([
        api.get<Settings>('/invoicing/v2/invoiceSettings', { signal }),
        api.get<Page>('/invoicing/v2/invoices', { query, signal }),
      ])) as [Settings, Page]
      const { defaultCurrencyCode: chosen = UNCHANGED_CURRENCY } = settings.invoiceSettingsInformation
      if (chosen !== UNCHANGED_CURRENCY) return chosen
      return invoices[0]?.orderInformation.amountDetails.currency ?? chosen
    },
    gcTime: 0,
  })

/** Customers of earlier invoices whose name, address or company has the text. */
export function useKnownCustomers(text: string): readonly Customer[] {
  const api = useApi()
  const search = text.trim()
  const { data } = useQuery({
    queryKey: [api.organizationId, 'invoices', 'customers', search],
    queryFn: async ({ signal }) => {
      const query = { search, limit: FOUND_MAX, includeTotal: false }
      return customersOf((await api.get<Page>('/invoicing/v2/invoices', { query, signal })) as Page)
    },
    enabled: search.length >= 2,
    placeholderData: (before) => before,
  })
  return search.length >= 2 ? (data ?? []) : []
}

function customersOf({ invoices }: Page): readonly Customer[] {
  const customers = invoices.map(({ customerInformation: one }) => ({
    name: one?.name ?? '',
    email: one?.email ?? '',
    company: one?.company?.name ?? '',
  }))
  const named = customers.filter(({ email }) => email !== '')
  return [...new Map(named.map((customer) => [customer.email, customer])).values()]
}

type CustomField = {
  readonly id: string
  readonly label: string
  readonly fieldType: string
  readonly possibleValues?: string
  readonly textMaxLength?: number
  readonly textDefaultValue?: string
}

export const customFieldsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'custom-fields'],
    queryFn: async ({ signal }) =>
      (await api.get<readonly CustomField[]>('/invoicing/v2/invoice/merchantDefinedFields', {
        signal,
      })) as readonly CustomField[],
  })

/** The form with a place for each custom field: those of the invoice first, in their order. */
export function withCustomFields(
  form: EditorForm,
  fields: readonly Pick<CustomField, 'id' | 'textDefaultValue'>[],
): EditorForm {
  const has = new Set(form.custom.map(({ definitionId }) => definitionId))
  const others = fields.filter(({ id }) => !has.has(id))
  const added = others.map(({ id, textDefaultValue = '' }) => ({ definitionId: id, value: textDefaultValue }))
  return { ...form, custom: [...form.custom, ...added] }
}
