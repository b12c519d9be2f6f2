import { decimalsOfCurrency } from '../../kernel/currency.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { exactDecimal, exactNumber } from '../../kernel/exact-number.ts'
import type { Money } from '../../kernel/money.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { RefusedAddress } from '../../notifications/index.ts'
import type { DeliveryMode, HistoryEntry, Invoice, InvoiceTerms, LineItem } from '../rules/invoice.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import type { LoadedInvoice, LoadedInvoiceWithHistory } from '../storage/loaded-invoice.ts'
import { invoiceLinks } from './invoice-links.ts'
import { type IdleFields, warningsOf } from './invoice-warnings.ts'

type PresentOptions = Partial<IdleFields> & {
  readonly baseUrl: string
  /** Set if the request named its organization, so that the links name it too. */
  readonly namedOrganizationId: string | undefined
  /** Set if the mail server refused the customer's address for good. */
  readonly refusedEmail?: RefusedAddress | undefined
  /** Not in responses to changes. */
  readonly history?: Pick<LoadedInvoiceWithHistory, 'history' | 'historyTotal'>
}

type JsonObject = Readonly<Record<string, unknown>>

const MODES: Readonly<Record<DeliveryMode, string>> = { email: 'Email', none: 'None' }

/** The invoice as a response body, with the fields in the order of the specification. */
export function presentInvoice(loaded: LoadedInvoice, options: PresentOptions): JsonObject {
  const { invoice } = loaded
  const { terms } = invoice
  return {
    _links: invoiceLinks(invoice, options.namedOrganizationId),
    id: invoice.invoiceNumber,
    submitTimeUtc: writtenInstant(invoice.submittedAt),
    status: invoice.status,
    clientReferenceInformation: presentReference(invoice),
    customerInformation: presentCustomer(terms),
    processingInformation: {
      requestPhone: terms.isPhoneRequested,
      requestShipping: terms.isShippingRequested,
    },
    invoiceInformation: presentInformation(loaded, options),
    orderInformation: {
      amountDetails: presentAmounts(invoice),
      lineItems: unlessEmpty(terms.lines.map((line) => presentLine(line, invoice.balance.currency))),
    },
    merchantDefinedFieldValuesWithDefinition: unlessEmpty(presentCustomValues(loaded)),
    invoiceHistory: options.history?.history.map(presentHistoryEntry),
    totalInvoiceHistory: options.history?.historyTotal,
    warnings: unlessEmpty(warningsOf(invoice, options)),
  }
}

function presentReference({ clientReference }: Invoice): JsonObject | undefined {
  const partner = unlessBare({
    developerId: clientReference.developerId,
    solutionId: clientReference.solutionId,
  })
  return partner && { partner }
}

function presentCustomer({ customer }: InvoiceTerms): JsonObject | undefined {
  return unlessBare({
    name: customer.name,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    merchantCustomerId: customer.merchantCustomerId,
    company: unlessBare({ name: customer.companyName }),
  })
}

function presentInformation({ invoice, customLabels }: LoadedInvoice, options: PresentOptions): JsonObject {
  const { terms } = invoice
  return {
    invoiceNumber: invoice.invoiceNumber,
    transactionReferenceNumber: terms.transactionReferenceNumber,
    description: terms.description,
    dueDate: terms.dueOn.toString(),
    expirationDate: terms.expiresOn?.toString(),
    allowPartialPayments: terms.canPayPartially,
    paymentLink: paymentLinkOf(invoice, options),
    deliveryMode: MODES[terms.deliveryMode],
    deliveryLanguage: terms.deliveryLanguage,
    customLabels: unlessEmpty(customLabels),
  }
}

function presentAmounts({ terms: { amounts }, balance }: Invoice): JsonObject {
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

function presentLine(line: LineItem, currency: string): JsonObject {
  const { unitPrice, discountAmount, discountPercent, taxAmount, taxRate, totalAmount } = line
  const discountRate = rateOf(discountPercent)
  return {
    productSku: line.productSku,
    productName: line.productName,
    unitPrice: unitPrice && exactDecimal(unitPrice, decimalsOfCurrency(currency)),
    quantity: line.quantity,
    discountAmount: numberOf(discountAmount),
    // Clients know the rate by either name.
    discountRate,
    discountPercent: discountRate,
    taxAmount: numberOf(taxAmount),
    taxRate: rateOf(taxRate),
    totalAmount: numberOf(totalAmount),
  }
}

/** The values of custom fields with their current definitions, in the order in which they were sent. */
function presentCustomValues({ invoice, definitions }: LoadedInvoice): readonly JsonObject[] {
  const known = new Map(definitions.map((definition) => [definition.definitionId, definition]))
  return invoice.terms.customFieldValues.flatMap(({ definitionId, value }, index) => {
    const definition = known.get(definitionId)
    if (definition === undefined) return []
    return [
      {
        mdfValueId: `${invoice.position}-${definitionId}`,
        referenceType: definition.referenceType,
        label: definition.label,
        fieldType: definition.fieldType,
        customerVisible: definition.isCustomerVisible,
        readOnly: definition.isReadOnly,
        textMinLength: definition.textMinLength,
        textMaxLength: definition.textMaxLength,
        textDefaultValue: definition.textDefaultValue,
        possibleValues: definition.possibleValues,
        value,
        position: index + 1,
        definitionId,
        merchantDefinedDataIndex: definition.dataIndex,
      },
    ]
  })
}

function presentHistoryEntry({ event, at, transaction }: HistoryEntry): JsonObject {
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

function unlessBare(part: JsonObject): JsonObject | undefined {
  return Object.values(part).some((value) => value !== undefined) ? part : undefined
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

/** The response for an invoice that was created but could not be mailed. */
export function presentUnsent(
  invoice: Invoice,
  { namedOrganizationId }: { readonly namedOrganizationId: string | undefined },
): Readonly<Record<string, unknown>> {
  return {
    _links: invoiceLinks(invoice, namedOrganizationId),
    id: invoice.invoiceNumber,
    submitTimeUtc: writtenInstant(invoice.submittedAt),
    status: 'ACCEPTED',
    reason: 'ACCEPTED',
    message: `Invoice ID ${invoice.invoiceNumber} created but failed to send an email. Send the invoice separately.`,
  }
}
