import type { Decimal } from '../../kernel/decimal.ts'
import type { Money } from '../../kernel/money.ts'
import { writtenInstant } from '../../kernel/time-text.ts'
import { exactDecimal, exactNumber } from '../http/exact-number.ts'
import type { DeliveryMode, HistoryEntry, Invoice, InvoiceTerms } from '../rules/invoice.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import type { FoundInvoice } from '../storage/found-invoice.ts'
import { invoiceLinks } from './invoice-links.ts'
import { presentedWarnings } from './invoice-warnings.ts'
import { presentedCustomValues } from './present-custom-values.ts'
import { presentedLine } from './present-line.ts'

type Given = {
  readonly baseUrl: string
  /** Where the request named whom it is for, so that links work as they stand. */
  readonly namedOrganizationId: string | undefined
  readonly unknownFields?: readonly string[] | undefined
  /** Newest first; left out of the answers to writes. */
  readonly history?: readonly HistoryEntry[] | undefined
}

type Presented = Readonly<Record<string, unknown>>

const MODES: Readonly<Record<DeliveryMode, string>> = { email: 'Email', none: 'None' }

/** An invoice as the API answers it, its fields in the order of the specification. */
export function presentedInvoice(found: FoundInvoice, given: Given): Presented {
  const { invoice } = found
  const { terms } = invoice
  return {
    _links: invoiceLinks(invoice, given.namedOrganizationId),
    id: invoice.invoiceNumber,
    submitTimeUtc: writtenInstant(invoice.submittedAt),
    status: invoice.status,
    clientReferenceInformation: presentedReference(invoice),
    customerInformation: presentedCustomer(terms),
    processingInformation: {
      requestPhone: terms.isPhoneRequested,
      requestShipping: terms.isShippingRequested,
    },
    invoiceInformation: presentedInformation(found, given),
    orderInformation: {
      amountDetails: presentedAmounts(invoice),
      lineItems: unlessEmpty(terms.lines.map((line) => presentedLine(line, invoice.balance.currency))),
    },
    merchantDefinedFieldValuesWithDefinition: unlessEmpty(presentedCustomValues(found)),
    invoiceHistory: given.history?.map(presentedEntry),
    warnings: unlessEmpty(presentedWarnings(terms, given.unknownFields ?? [])),
  }
}

function presentedReference({ clientReference }: Invoice): Presented | undefined {
  const partner = unlessBare({
    developerId: clientReference.developerId,
    solutionId: clientReference.solutionId,
  })
  return partner && { partner }
}

function presentedCustomer({ customer }: InvoiceTerms): Presented | undefined {
  return unlessBare({
    name: customer.name,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    merchantCustomerId: customer.merchantCustomerId,
    company: unlessBare({ name: customer.companyName }),
  })
}

function presentedInformation({ invoice, customLabels }: FoundInvoice, given: Given): Presented {
  const { terms } = invoice
  return {
    invoiceNumber: invoice.invoiceNumber,
    transactionReferenceNumber: terms.transactionReferenceNumber,
    description: terms.description,
    dueDate: terms.dueOn.toString(),
    expirationDate: terms.expiration?.text,
    allowPartialPayments: terms.canPayPartially,
    paymentLink: paymentLinkOf(invoice, given),
    deliveryMode: MODES[terms.deliveryMode],
    customLabels: unlessEmpty(customLabels),
  }
}

function presentedAmounts({ terms: { amounts }, balance }: Invoice): Presented {
  const { tax, freight } = amounts
  return {
    totalAmount: exactNumber(amounts.total),
    currency: amounts.total.currency,
    balanceAmount: exactNumber(balance),
    discountAmount: numberOf(amounts.discountAmount),
    discountPercent: rateOf(amounts.discountPercent),
    subAmount: numberOf(amounts.subAmount),
    minimumPartialAmount: numberOf(amounts.minimumPartial),
    taxDetails: unlessBare({
      type: tax.type,
      amount: numberOf(tax.amount),
      rate: rateOf(tax.rate),
    }),
    freight: unlessBare({
      amount: numberOf(freight.amount),
      taxable: freight.isTaxable,
      taxRate: rateOf(freight.taxRate),
    }),
  }
}

function presentedEntry({ event, at, transaction }: HistoryEntry): Presented {
  return {
    event,
    date: writtenInstant(at),
    transactionDetails: transaction && {
      transactionId: transaction.transactionId,
      amount: exactNumber(transaction.amount),
    },
  }
}

function numberOf(money: Money | undefined): unknown {
  return money && exactNumber(money)
}

function rateOf(rate: Decimal | undefined): unknown {
  return rate && exactDecimal(rate)
}

function unlessBare(part: Presented): Presented | undefined {
  return Object.values(part).some((value) => value !== undefined) ? part : undefined
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}
