// pure
import { fieldNamed } from '../../catalogue/catalogue.ts'
import type { KindName } from '../../catalogue/kinds.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { Payer } from '../model/attempt.ts'

/** The fields of the invoice that go into its records. */
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

/**
 * A record without the fields that have no value. Texts that are longer than their field are cut: a charge has been made
 * and must be recorded, whatever an invoice or a payer says.
 */
export function recordOf(
  kind: KindName,
  { organizationId, recordId, at }: Identity,
  fields: RecordFields,
): PaymentRecord {
  const known = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, cut(name, value)]],
  )
  return {
    ...{ kind, recordId, merchantId: organizationId, occurredAt: at.toString() },
    fields: Object.fromEntries(known),
  }
}

function cut(wireName: string, value: string): string {
  const { type } = fieldNamed(wireName)
  const lengthMax = 'lengthMax' in type ? type.lengthMax : undefined
  if (lengthMax === undefined || value.length <= lengthMax) return value
  // Not in the middle of a character.
  return value.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '')
}

export function amountFields(amount: Money): RecordFields {
  return {
    'PaymentData.CurrencyCode': amount.currency,
    'PaymentData.RequestedAmount': formatMoney(amount),
    'PaymentData.RequestedAmountCurrencyCode': amount.currency,
  }
}

export function personFields(invoice: InvoiceFacts, payer: Payer): RecordFields {
  const { customer } = invoice.terms
  const { first, last } = payerNames(invoice, payer)
  return {
    'BillTo.FirstName': first,
    'BillTo.LastName': last,
    'BillTo.CompanyName': customer.companyName,
    'BillTo.CustomerID': customer.merchantCustomerId,
    'BillTo.Email': payer.email ?? customer.email,
    'BillTo.Phone': payer.phone,
  }
}

/** The shipping address, in the group that has fields for it. */
export function shippingFields({ shipTo, phone }: Payer): RecordFields {
  if (shipTo === undefined) return {}
  const { first, last } = namesOf(shipTo)
  return {
    'CustomerFields.ShippingFirstName': first,
    'CustomerFields.ShippingLastName': last,
    'CustomerFields.ShippingCompanyName': shipTo.companyName,
    'CustomerFields.ShippingAddress1': shipTo.address1,
    'CustomerFields.ShippingAddress2': shipTo.address2,
    'CustomerFields.ShippingCity': shipTo.city,
    'CustomerFields.ShippingState': shipTo.state,
    'CustomerFields.ShippingPostalCode': shipTo.zip,
    'CustomerFields.ShippingCountry': shipTo.country,
    'CustomerFields.ShippingPhone': phone,
  }
}

/** Custom fields in the numbered fields of their definitions. */
export function merchantDefinedFields({ customFields = [] }: Payer): RecordFields {
  return Object.fromEntries(
    customFields.flatMap(({ dataIndex, value }) =>
      dataIndex === undefined ? [] : [[`Merchant-DefinedDataFields.MerchantDefinedData${dataIndex}`, value]],
    ),
  )
}

type Names = Partial<Pick<InvoiceFacts['terms']['customer'], 'name' | 'firstName' | 'lastName'>>

/** The payer's names, else the customer's. */
export function payerNames({ terms: { customer } }: InvoiceFacts, payer: Payer) {
  return namesOf(payer.name === undefined ? customer : payer)
}

/** Given names, or the name with its last word apart. */
function namesOf({ name, firstName, lastName }: Names) {
  if (firstName !== undefined || lastName !== undefined) return { first: firstName, last: lastName }
  const words = (name ?? '').trim().split(/\s+/)
  const last = words.at(-1)
  return { first: words.slice(0, -1).join(' ') || undefined, last: last === '' ? undefined : last }
}
