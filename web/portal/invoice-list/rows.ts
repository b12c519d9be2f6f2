// pure
import type { InvoiceStatus } from '../../../src/invoicing/rules/invoice.ts'
import type { ShownStatus } from '../../../src/kernel/wording/status-words.ts'
import { calendarDateIn, daysBetween } from '../format/dates.ts'
import { keyOfInvoice } from './state/selection.ts'

/** An invoice as the list's API gives it. Amounts are text. */
export type ListedInvoice = {
  readonly id: string
  readonly organizationId?: string
  readonly status: InvoiceStatus
  readonly createdDate: string
  readonly customerInformation: {
    readonly name?: string
    readonly email?: string
    readonly company?: { readonly name: string }
  }
  readonly invoiceInformation: { readonly dueDate: string; readonly deliveryLanguage?: string }
  readonly orderInformation: {
    readonly amountDetails: {
      readonly totalAmount: string
      readonly balanceAmount: string
      readonly currency: string
    }
  }
}

/** An invoice as a row shows it. */
export type Row = {
  readonly key: string
  readonly number: string
  readonly merchantId: string | undefined
  /** Undefined while it is looked up. */
  readonly merchantName: string | undefined
  /** Another merchant of the list has the same name. */
  readonly isNameShared: boolean
  readonly customerName: string | undefined
  readonly customerEmail: string | undefined
  readonly status: ShownStatus
  readonly issuedOn: string
  readonly dueOn: string
  /** Days after the due date, if something is still to be paid; 0 on the due date itself. */
  readonly daysLate: number | undefined
  /** In which it is delivered; undefined while that of the merchant is looked up. */
  readonly language: string | undefined
  /** Whether it is the merchant's, because the invoice has none of its own. */
  readonly isUsualLanguage: boolean
  readonly total: string
  readonly balance: string
  readonly currency: string
  /** Whether a part is paid and a part is not. */
  readonly isPartlyPaid: boolean
}

/** A merchant as `/portal/v1/invoice-list/merchants` gives it. */
export type ListedMerchant = {
  readonly organizationId: string
  readonly name: string
  readonly deliveryLanguage: string
}

type Context = {
  readonly today: string
  readonly timeZone: string
  /** The merchant of an invoice, by its id; without an id, the only one of the list. */
  readonly merchantOf: (organizationId: string | undefined) => ListedMerchant | undefined
  /** Names need not be unique. */
  readonly isNameShared: (merchant: ListedMerchant) => boolean
}

const PAYABLE: ReadonlySet<InvoiceStatus> = new Set(['CREATED', 'SENT', 'PARTIAL', 'PENDING'])

export function rowOf(invoice: ListedInvoice, { today, timeZone, merchantOf, isNameShared }: Context): Row {
  const { status, customerInformation: customer, invoiceInformation: information } = invoice
  const { totalAmount: total, balanceAmount: balance, currency } = invoice.orderInformation.amountDetails
  const daysLate = daysBetween(information.dueDate, today)
  const merchant = merchantOf(invoice.organizationId)
  const isPayable = PAYABLE.has(status) && !isZero(balance)
  return {
    key: keyOfInvoice(invoice),
    number: invoice.id,
    merchantId: invoice.organizationId,
    merchantName: merchant?.name,
    isNameShared: merchant !== undefined && isNameShared(merchant),
    customerName: customer.company?.name ?? customer.name,
    customerEmail: customer.email,
    status: shownStatus(status, isPayable && daysLate > 0),
    issuedOn: calendarDateIn(invoice.createdDate, timeZone),
    dueOn: information.dueDate,
    daysLate: isPayable && daysLate >= 0 ? daysLate : undefined,
    language: information.deliveryLanguage ?? merchant?.deliveryLanguage,
    isUsualLanguage: information.deliveryLanguage === undefined,
    ...{ total, balance, currency },
    isPartlyPaid: status !== 'DRAFT' && balance !== total && !isZero(balance),
  }
}

/** A payment that is under review matters more than that the invoice is late. */
function shownStatus(status: InvoiceStatus, isLate: boolean): ShownStatus {
  if (status === 'PENDING') return 'PENDING'
  if (isLate) return 'OVERDUE'
  return status === 'CREATED' || status === 'SENT' ? 'OPEN' : status
}

export function isZero(amount: string): boolean {
  return /^-?0*\.?0*$/.test(amount)
}
