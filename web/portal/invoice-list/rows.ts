// pure
import type { InvoiceStatus } from '../../../src/invoicing/rules/invoice.ts'
import type { ShownStatus } from '../../../src/kernel/wording/status-words.ts'
import { calendarDateIn, daysBetween } from '../format/dates.ts'

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
  readonly number: string
  readonly merchantId: string | undefined
  readonly customerName: string | undefined
  readonly customerEmail: string | undefined
  readonly status: ShownStatus
  readonly issuedOn: string
  readonly dueOn: string
  /** Days after the due date, if something is still to be paid; 0 on the due date itself. */
  readonly daysLate: number | undefined
  readonly language: string | undefined
  readonly total: string
  readonly balance: string
  readonly currency: string
  /** Whether a part is paid and a part is not. */
  readonly isPartlyPaid: boolean
}

type Today = { readonly today: string; readonly timeZone: string }

const PAYABLE: ReadonlySet<InvoiceStatus> = new Set(['CREATED', 'SENT', 'PARTIAL', 'PENDING'])

export function rowOf(invoice: ListedInvoice, { today, timeZone }: Today): Row {
  const { status, customerInformation: customer, invoiceInformation: information } = invoice
  const { totalAmount: total, balanceAmount: balance, currency } = invoice.orderInformation.amountDetails
  const daysLate = daysBetween(information.dueDate, today)
  const isPayable = PAYABLE.has(status) && !isZero(balance)
  return {
    number: invoice.id,
    merchantId: invoice.organizationId,
    customerName: customer.company?.name ?? customer.name,
    customerEmail: customer.email,
    status: shownStatus(status, isPayable && daysLate > 0),
    issuedOn: calendarDateIn(invoice.createdDate, timeZone),
    dueOn: information.dueDate,
    daysLate: isPayable && daysLate >= 0 ? daysLate : undefined,
    language: information.deliveryLanguage,
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
