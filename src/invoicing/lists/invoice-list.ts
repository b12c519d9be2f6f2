// pure
import type { Decimal } from '../../kernel/decimal.ts'
import type { Language } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import { type DeliveryMode, INVOICE_STATUSES, type InvoiceStatus } from '../rules/invoice.ts'
import type { Offerable } from '../rules/offered.ts'

export const SORT_KEYS = ['createdDate', 'dueDate', 'invoiceNumber', 'totalAmount'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export type InvoiceSort = { readonly key: SortKey; readonly isDescending: boolean }

/** Published and not paid in full: the invoices of the view "open". */
export const OPEN_STATUSES: readonly InvoiceStatus[] = ['CREATED', 'SENT', 'PARTIAL', 'PENDING']

/** Failed mails are looked up in the outbox up to here. */
export const FAILED_MAILS_MAX = 1_000

/** Conditions for an invoice to be listed; undefined ones do not apply. */
export type InvoiceFilters = {
  /** One of these. */
  readonly invoices: readonly InvoiceReference[] | undefined
  /** One of these. */
  readonly statuses: readonly InvoiceStatus[] | undefined
  /** Open and due before today, in the zone of the organization that the list is for; or all others. */
  readonly overdue: { readonly isWanted: boolean; readonly today: Temporal.PlainDate } | undefined
  /** Open, and the last mail to the customer was refused or given up. */
  readonly undelivered: boolean | undefined
  readonly deliveryMode: DeliveryMode | undefined
  readonly customerEmail: string | undefined
  /** Created at this instant or later. */
  readonly createdFrom: Temporal.Instant | undefined
  /** Created before this instant. */
  readonly createdBefore: Temporal.Instant | undefined
  readonly dueFrom: Temporal.PlainDate | undefined
  /** Inclusive. */
  readonly dueTo: Temporal.PlainDate | undefined
  /** Of the total, compared as a number whatever the currency is. */
  readonly amountFrom: Decimal | undefined
  /** Inclusive. */
  readonly amountTo: Decimal | undefined
  readonly currency: string | undefined
  /** The language in which the invoice is delivered. */
  readonly language: Language | undefined
  /** All of these values; names are labels of the merchant's custom fields. */
  readonly customFields: readonly NamedValue[] | undefined
  /** Is contained in the number, the description, or the customer's name, address or company. */
  readonly search: string | undefined
}

/** An invoice by its number, of this merchant or of any whose invoices are listed. */
export type InvoiceReference = { readonly organizationId: string | undefined; readonly invoiceNumber: string }

export type NamedValue = { readonly name: string; readonly value: string }

/** The filters with "overdue" as the statuses and the due dates that it means. */
export function withoutOverdue(filters: InvoiceFilters): InvoiceFilters {
  const { overdue, statuses = INVOICE_STATUSES, dueTo } = filters
  if (overdue?.isWanted !== true) return filters
  const yesterday = overdue.today.subtract({ days: 1 })
  return {
    ...filters,
    overdue: undefined,
    statuses: statuses.filter((status) => OPEN_STATUSES.includes(status)),
    dueTo: dueTo === undefined || Temporal.PlainDate.compare(yesterday, dueTo) < 0 ? yesterday : dueTo,
  }
}

export type InvoiceListQuery = {
  readonly offset: number
  readonly limit: number
  /** Undefined: newest first. */
  readonly sort: InvoiceSort | undefined
  /** Counting all matches of a search may take longer than finding the first ones. */
  readonly isTotalIncluded: boolean
  readonly filters: InvoiceFilters
}

/** The part of an invoice that lists show. */
export type ListedInvoice = Offerable & {
  readonly organizationId: string
  readonly invoiceNumber: string
  readonly createdAt: Temporal.Instant
  readonly merchantCustomerId: string | undefined
  readonly companyName: string | undefined
  /** Undefined: that of the merchant's settings. */
  readonly deliveryLanguage: Language | undefined
  readonly dueOn: Temporal.PlainDate
  readonly expiresOn: Temporal.PlainDate | undefined
  readonly total: Money
  readonly balance: Money
  readonly paymentToken: string
}

export type InvoicePage = {
  /** Number of invoices on all pages; undefined if it was not asked for. */
  readonly totalInvoices: number | undefined
  /** Whether there is a page after this one. */
  readonly hasMore: boolean
  readonly invoices: readonly ListedInvoice[]
}

type Place = Pick<InvoiceListQuery, 'offset' | 'limit'> & Pick<InvoicePage, 'totalInvoices' | 'hasMore'>

/** The offset of the next page; undefined on the last one. */
export function nextOffset({ offset, limit, hasMore }: Place): number | undefined {
  return hasMore ? offset + limit : undefined
}

/** The offset of the previous page; undefined on the first one. From past a known end it is the last page. */
export function previousOffset({ offset, limit, totalInvoices = offset }: Place): number | undefined {
  return offset > 0 ? Math.max(0, Math.min(offset, totalInvoices) - limit) : undefined
}
