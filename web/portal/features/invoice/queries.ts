import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { InvoiceWithHistory } from '../../../../src/invoicing/invoices/contract.ts'
import type { Api } from '../../api/api.ts'
import type { Received } from '../../api/exact-json.ts'
import type { Activity } from './activity.ts'

type InvoiceBody = Static<typeof InvoiceWithHistory>
export type Invoice = Received<InvoiceBody>

/** Mails and webhooks are sent after the action that causes them: their states are asked for again while the page is open. */
const REFRESHED_EVERY_MS = 10_000

const pathOf = (number: string): string => encodeURIComponent(number)

export const invoiceQuery = (api: Api, number: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'invoice', number],
    queryFn: ({ signal }) => api.get<InvoiceBody>(`/invoicing/v2/invoices/${pathOf(number)}`, { signal }),
    refetchInterval: REFRESHED_EVERY_MS,
  })

export const activityQuery = (api: Api, number: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'invoice', number, 'activity'],
    queryFn: ({ signal }) => api.get<Activity>(`/portal/v1/invoices/${pathOf(number)}/activity`, { signal }),
    refetchInterval: REFRESHED_EVERY_MS,
  })

export type InvoiceChange =
  /** `confirmed` is an address that the mail server refused before. */
  | { readonly action: 'send' | 'remind'; readonly confirmed?: string | undefined }
  | { readonly action: 'publish' | 'cancel' }
  | { readonly action: 'recordPayment'; readonly body: ExternalPayment }

type ExternalPayment = {
  readonly amount: string
  readonly date: string
  readonly method: string
  readonly note?: string
}

const PATHS = { send: 'delivery', remind: 'reminder', publish: 'publication', cancel: 'cancelation' } as const

/** Changes the invoice. */
export function sendChange(
  api: Api,
  number: string,
  change: InvoiceChange,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const options = { headers }
  switch (change.action) {
    case 'recordPayment':
      return api.post<unknown>(`/payments/v1/invoices/${pathOf(number)}/external-payments`, change.body, options)
    case 'send':
    case 'remind':
    case 'publish':
    case 'cancel': {
      const confirmed = 'confirmed' in change ? change.confirmed : undefined
      const body = confirmed === undefined ? {} : { customerInformation: { email: confirmed } }
      return api.post<unknown>(`/invoicing/v2/invoices/${pathOf(number)}/${PATHS[change.action]}`, body, options)
    }
  }
}
