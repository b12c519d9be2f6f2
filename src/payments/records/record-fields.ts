// pure
import type { KindName } from '../../catalogue/kinds.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { Payer } from '../model/attempt.ts'

/** What is on the invoice and goes into its records. */
export type InvoiceFacts = {
  readonly invoiceNumber: string
  readonly terms: {
    readonly transactionReferenceNumber: string | undefined
    readonly customer: {
      readonly name: string | undefined
      readonly firstName: string | undefined
      readonly lastName: string | undefined
      readonly email: string | undefined
      readonly merchantCustomerId: string | undefined
      readonly companyName: string | undefined
    }
  }
}

export type RecordFields = Readonly<Record<string, string | undefined>>

/** A report record, besides its organization. */
export type PaymentRecord = {
  readonly kind: KindName
  readonly recordId: string
  readonly merchantId: string
  readonly occurredAt: string
  readonly fields: Readonly<Record<string, string>>
}

/** How the payment got here; reports and searches can be filtered by it. */
export const CLIENT_APPLICATION = 'Invoicing'

type Identity = {
  readonly organizationId: string
  /** The same whenever the same thing is recorded, so that it is written once. */
  readonly recordId: string
  readonly at: Temporal.Instant
}

/** A record without the fields that have no value. */
export function recordOf(
  kind: KindName,
  { organizationId, recordId, at }: Identity,
  fields: RecordFields,
): PaymentRecord {
  const known = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return {
    ...{ kind, recordId, merchantId: organizationId, occurredAt: at.toString() },
    fields: Object.fromEntries(known),
  }
}

export function amountFields(amount: Money): RecordFields {
  return {
    'PaymentData.CurrencyCode': amount.currency,
    'PaymentData.RequestedAmount': formatMoney(amount),
    'PaymentData.RequestedAmountCurrencyCode': amount.currency,
  }
}

export function personFields({ terms: { customer } }: InvoiceFacts, payer: Payer): RecordFields {
  const { first, last } = namesOf(customer)
  return {
    'BillTo.FirstName': first,
    'BillTo.LastName': last,
    'BillTo.CompanyName': customer.companyName,
    'BillTo.CustomerID': customer.merchantCustomerId,
    'BillTo.Email': payer.email ?? customer.email,
    'BillTo.Phone': payer.phone,
  }
}

type Names = Partial<Pick<InvoiceFacts['terms']['customer'], 'name' | 'firstName' | 'lastName'>>

/** Given names, or the name with its last word apart. */
export function namesOf({ name, firstName, lastName }: Names) {
  if (firstName !== undefined || lastName !== undefined) return { first: firstName, last: lastName }
  const words = (name ?? '').trim().split(/\s+/)
  const last = words.at(-1)
  return { first: words.slice(0, -1).join(' ') || undefined, last: last === '' ? undefined : last }
}
