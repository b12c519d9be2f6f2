// pure
import type { Money } from '../../kernel/money.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
import type { Offerable } from '../rules/offered.ts'

export const SORT_KEYS = ['createdDate', 'dueDate', 'invoiceNumber', 'totalAmount'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export type InvoiceSort = { readonly key: SortKey; readonly isDescending: boolean }

/** Conditions for an invoice to be listed; undefined ones do not apply. */
export type InvoiceFilters = {
  readonly status: InvoiceStatus | undefined
  readonly customerEmail: string | undefined
  /** Created at this instant or later. */
  readonly createdFrom: Temporal.Instant | undefined
  /** Created before this instant. */
  readonly createdBefore: Temporal.Instant | undefined
  readonly dueFrom: Temporal.PlainDate | undefined
  /** Inclusive. */
  readonly dueTo: Temporal.PlainDate | undefined
  /** Is contained in the number, the description, or the customer's name, address or company. */
  readonly search: string | undefined
}

export type InvoiceListQuery = {
  readonly offset: number
  readonly limit: number
  /** Undefined: newest first. */
  readonly sort: InvoiceSort | undefined
  readonly filters: InvoiceFilters
}

/** The part of an invoice that lists show. */
export type ListedInvoice = Offerable & {
  readonly organizationId: string
  readonly invoiceNumber: string
  readonly createdAt: Temporal.Instant
  readonly merchantCustomerId: string | undefined
  readonly companyName: string | undefined
  readonly dueOn: Temporal.PlainDate
  readonly expiresOn: Temporal.PlainDate | undefined
  readonly total: Money
  readonly balance: Money
  readonly paymentToken: string
}

export type InvoicePage = {
  /** Number of invoices on all pages. */
  readonly totalInvoices: number
  readonly invoices: readonly ListedInvoice[]
}

type Place = Pick<InvoiceListQuery, 'offset' | 'limit'> & Pick<InvoicePage, 'totalInvoices'>

/** The offset of the next page; undefined on the last one. */
export function nextOffset({ offset, limit, totalInvoices }: Place): number | undefined {
  return offset + limit < totalInvoices ? offset + limit : undefined
}

/** The offset of the previous page; undefined on the first one. From past the end it is the last page. */
export function previousOffset({ offset, limit, totalInvoices }: Place): number | undefined {
  return offset > 0 ? Math.max(0, Math.min(offset, totalInvoices) - limit) : undefined
}
