// pure
import type { Money } from '../../kernel/money.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'

export const SORT_KEYS = ['createdDate', 'dueDate', 'invoiceNumber', 'totalAmount'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export type InvoiceSort = { readonly key: SortKey; readonly isDescending: boolean }

/** What an invoice must be to be listed; an undefined part asks for nothing. */
export type InvoiceFilters = {
  readonly status: InvoiceStatus | undefined
  readonly customerEmail: string | undefined
  /** Created at this instant or later. */
  readonly createdFrom: Temporal.Instant | undefined
  /** Created before this instant. */
  readonly createdBefore: Temporal.Instant | undefined
  readonly dueFrom: Temporal.PlainDate | undefined
  /** The last day that counts. */
  readonly dueTo: Temporal.PlainDate | undefined
  /** Stands somewhere in the number, or in the customer's or the invoice's texts. */
  readonly search: string | undefined
}

export type InvoiceListQuery = {
  readonly offset: number
  readonly limit: number
  /** Undefined: as they were made, the newest first. */
  readonly sort: InvoiceSort | undefined
  readonly filters: InvoiceFilters
}

/** As much of an invoice as a list shows. */
export type ListedInvoice = {
  readonly organizationId: string
  readonly invoiceNumber: string
  readonly status: InvoiceStatus
  readonly createdAt: Temporal.Instant
  readonly customerName: string | undefined
  readonly merchantCustomerId: string | undefined
  readonly companyName: string | undefined
  readonly dueOn: Temporal.PlainDate
  /** In the form in which it was sent. */
  readonly expirationText: string | undefined
  readonly total: Money
  readonly balance: Money
  readonly paymentToken: string
}

export type InvoicePage = {
  /** How many there are on all pages. */
  readonly totalInvoices: number
  readonly invoices: readonly ListedInvoice[]
}

type Place = Pick<InvoiceListQuery, 'offset' | 'limit'> & Pick<InvoicePage, 'totalInvoices'>

/** Where the following page begins; undefined on the last. */
export function nextOffset({ offset, limit, totalInvoices }: Place): number | undefined {
  return offset + limit < totalInvoices ? offset + limit : undefined
}

/** Where the page before begins; undefined on the first. From beyond the end it leads back to the end. */
export function previousOffset({ offset, limit, totalInvoices }: Place): number | undefined {
  return offset > 0 ? Math.max(0, Math.min(offset, totalInvoices) - limit) : undefined
}
