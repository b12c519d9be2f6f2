import type { Customer, Invoice, InvoiceAmounts, InvoiceTerms, LineItem } from '../../../src/invoicing/rules/invoice.ts'
import { type Money, parseMoney, zero } from '../../../src/kernel/money.ts'

type GivenTerms = Partial<Omit<InvoiceTerms, 'customer' | 'amounts'>> & {
  readonly customer?: Partial<Customer>
  readonly amounts?: Partial<InvoiceAmounts>
}
type InvoiceInput = Partial<Omit<Invoice, 'terms'>> & { readonly terms?: GivenTerms }

export const usd = (text: string): Money => parseMoney(text, 'USD')
export const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)

/** An invoice over 100 dollars to Ada, by default a draft to be mailed. */
export function anInvoice({ terms, ...given }: InvoiceInput = {}): Invoice {
  const ownTerms = invoiceTerms(terms)
  const { total } = ownTerms.amounts
  return {
    organizationId: 'shop',
    position: 1,
    invoiceNumber: '1',
    status: 'DRAFT',
    version: 1,
    createdAt: at('2026-03-01T10:00:00Z'),
    submittedAt: at('2026-03-01T10:00:00Z'),
    publishedAt: undefined,
    clientReference: { developerId: undefined, solutionId: undefined },
    terms: ownTerms,
    balance: total,
    reserved: zero(total.currency),
    openReviews: 0,
    statusBeforePayment: undefined,
    paymentToken: 'a'.repeat(64),
    ...given,
  }
}

export function invoiceTerms({ customer, amounts, ...given }: GivenTerms = {}): InvoiceTerms {
  return {
    customer: {
      name: 'Ada Lovelace',
      firstName: undefined,
      lastName: undefined,
      email: 'ada@example.com',
      merchantCustomerId: undefined,
      companyName: undefined,
      ...customer,
    },
    isPhoneRequested: false,
    isShippingRequested: false,
    transactionReferenceNumber: undefined,
    description: 'Engine parts',
    dueOn: Temporal.PlainDate.from('2026-04-01'),
    expiresOn: undefined,
    canPayPartially: false,
    deliveryLanguage: undefined,
    deliveryMode: 'email',
    amounts: {
      total: usd('100.00'),
      subAmount: undefined,
      minimumPartial: undefined,
      discountAmount: undefined,
      discountPercent: undefined,
      tax: { type: undefined, amount: undefined, rate: undefined },
      freight: { amount: undefined, isTaxable: undefined, taxRate: undefined },
      ...amounts,
    },
    lines: [],
    customFieldValues: [],
    ...given,
  }
}

export function aLine(given: Partial<LineItem> = {}): LineItem {
  return {
    productSku: 'SKU-1',
    productName: 'Gear wheel',
    quantity: 2,
    unitPrice: { units: 5000n, scale: 2 },
    discountAmount: undefined,
    discountPercent: undefined,
    taxAmount: undefined,
    taxRate: undefined,
    totalAmount: usd('100.00'),
    ...given,
  }
}

type Json = { readonly [name: string]: unknown }

/** The body of a request for that invoice: to be mailed, not sent yet; parts that are given are put over it. */
export function anInvoiceBody(given: Json = {}): Json {
  return merged(
    {
      customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com' },
      invoiceInformation: {
        description: 'Engine parts',
        dueDate: '2026-04-01',
        deliveryMode: 'email',
        sendImmediately: false,
      },
      orderInformation: { amountDetails: { totalAmount: '100.00', currency: 'USD' } },
    },
    given,
  )
}

export function aLineBody(given: Json = {}): Json {
  const own = { productSku: 'SKU-1', productName: 'Gear wheel', quantity: 2, unitPrice: '50.00' }
  return { ...own, totalAmount: '100.00', ...given }
}

function merged(base: Json, given: Json): Json {
  const parts = Object.entries(given).map(([name, value]) => {
    const below = base[name]
    const isBoth = isObject(below) && isObject(value)
    return [name, isBoth ? merged(below, value) : value] as const
  })
  return { ...base, ...Object.fromEntries(parts) }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
