// pure
import { type Decimal, isZero } from '../../kernel/decimal.ts'
import {
  countryText,
  countText,
  dateText,
  type Language,
  moneyText,
  percentText,
  priceText,
} from '../../kernel/language.ts'
import { compareMoney, type Money, minus } from '../../kernel/money.ts'
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import type { Invoice, InvoiceStatus, LineItem } from '../rules/invoice.ts'
import { lineTotalOf } from '../rules/totals.ts'
import { effectiveSettings, type InvoiceSettings } from '../settings/settings.ts'
import type { SettingValues } from '../settings/settings-fields.ts'
import { defaultValues } from './default-values.ts'
import { labelsOf, type PayerLabels } from './payer-labels.ts'
import { totalRows } from './total-rows.ts'
import { INVOICE_WORDS } from './words/all-words.ts'

const WHITE = '#FFFFFF'
const BLACK = '#000000'

export type Row = { readonly label: string; readonly text: string }

/** The merchant as the payer sees it. */
export type SellerView = {
  readonly name: string
  readonly vatNumber: Row | undefined
  /** Street, town and so on, one line each. */
  readonly address: readonly string[]
  readonly email: string | undefined
  readonly phone: string | undefined
}

export type LineColumn = 'item' | 'quantity' | 'unitPrice' | 'discount' | 'tax' | 'amount'
export type LineView = Readonly<Record<LineColumn, string>> & { readonly sku: string | undefined }

/** An invoice as a payer sees it, in one language: on the page, in the PDF and in mails. */
type CustomFieldRow = Row & { readonly definitionId?: number }

export type InvoiceView = {
  readonly language: Language
  readonly status: InvoiceStatus
  readonly seller: SellerView
  readonly header: { readonly backgroundColor: string; readonly fontColor: string }
  readonly number: Row | undefined
  readonly issued: Row | undefined
  readonly due: Row
  readonly description: Row | undefined
  readonly billTo: { readonly label: string; readonly lines: readonly string[] }
  readonly customer: readonly Row[]
  /** Without columns that no line uses or that the merchant hides; no columns in an amount-only invoice. */
  readonly columns: readonly { readonly column: LineColumn; readonly label: string }[]
  readonly lines: readonly LineView[]
  /** From the subtotal to the shipping, with a row for each tax; empty if there is nothing but the total. */
  readonly parts: readonly Row[]
  readonly total: Row
  /** Negative, as it is taken off the total; undefined before the first payment. */
  readonly paid: Row | undefined
  readonly balance: Row
  /** The merchant's own word for a partial payment; undefined if it has none or hides it. */
  readonly partialPayment: string | undefined
  /** Custom fields that the payer sees, with the values that the merchant gave. */
  readonly customFields: readonly CustomFieldRow[]
}

export type InvoiceFacts = {
  readonly invoice: Invoice
  readonly settings: Pick<InvoiceSettings, 'values' | 'labels'>
  readonly definitions: readonly CustomFieldDefinition[]
  readonly merchant: Merchant
  readonly language: Language
}

/** The input of a document of an invoice. */
export type DocumentFacts = Omit<InvoiceFacts, 'language' | 'settings'> & {
  readonly settings: InvoiceSettings
  readonly isSandbox: boolean
  /** Default: the language in which its payer reads. */
  readonly language?: Language
}

/** The fields of an organization that a view needs. */
type Merchant = {
  readonly name: string
  readonly timeZone: string
  readonly contact: {
    readonly email?: string
    readonly phone?: string
    readonly address?: {
      readonly address1?: string
      readonly address2?: string
      readonly locality?: string
      readonly administrativeArea?: string
      readonly postalCode?: string
      readonly country?: string
    }
  }
}

export function invoiceView(facts: InvoiceFacts): InvoiceView {
  const { invoice, language, merchant, settings } = facts
  const { terms, status, invoiceNumber, publishedAt, balance } = invoice
  const words = INVOICE_WORDS[language]
  const labels = labelsOf(settings.labels, words)
  const inForce = effectiveSettings(settings, merchant)
  const { backgroundColor = WHITE, fontColor = BLACK } = inForce
  const issuedOn = publishedAt?.toZonedDateTimeISO(merchant.timeZone).toPlainDate()
  return {
    language,
    status,
    seller: sellerView(facts, inForce),
    header: { backgroundColor, fontColor },
    number: labels.row('invoiceNumber', invoiceNumber),
    issued: issuedOn && { label: words.issuedOn, text: dateText(issuedOn, language) },
    due: { label: words.dueOn, text: dateText(terms.dueOn, language) },
    description: labels.row('description', terms.description),
    billTo: { label: labels.name('billTo'), lines: billToLines(invoice) },
    customer: customerRows(invoice, labels),
    ...linesOf(facts, labels),
    parts: totalRows(terms, { labels, language }).map(({ label, amount }) => ({
      label,
      text: moneyText(amount, language),
    })),
    total: { label: words.total, text: moneyText(terms.amounts.total, language) },
    paid: paidRow(facts),
    balance: { label: words.amountDue, text: moneyText(balance, language) },
    partialPayment: labels.ownName('partialPayment'),
    customFields: customFieldRows(facts),
  }
}

function sellerView({ merchant, language }: InvoiceFacts, inForce: SettingValues): SellerView {
  const { merchantDisplayName, showVatNumber, vatRegistrationNumber, merchantEmail } = inForce
  const { email, phone, address } = merchant.contact
  const hasVatNumber = showVatNumber === true && vatRegistrationNumber !== undefined
  return {
    name: merchantDisplayName ?? merchant.name,
    vatNumber: hasVatNumber ? { label: INVOICE_WORDS[language].vatNumber, text: vatRegistrationNumber } : undefined,
    address: address === undefined ? [] : addressLines(address, language),
    email: email ?? merchantEmail,
    phone,
  }
}

function addressLines(address: NonNullable<Merchant['contact']['address']>, language: Language): readonly string[] {
  const { address1, address2, locality, administrativeArea, postalCode, country } = address
  const town = [postalCode, locality, administrativeArea].filter((part) => part !== undefined).join(' ')
  const land = country === undefined || country === '' ? undefined : countryText(country, language)
  return [address1, address2, town, land].filter((line) => line !== undefined && line !== '') as readonly string[]
}

function billToLines({ terms: { customer } }: Invoice): readonly string[] {
  const fullName = [customer.firstName, customer.lastName].filter((part) => part !== undefined).join(' ')
  return [customer.name ?? fullName, customer.email].filter(
    (line) => line !== undefined && line !== '',
  ) as readonly string[]
}

function customerRows({ terms: { customer } }: Invoice, labels: PayerLabels): readonly Row[] {
  const rows = [labels.row('companyName', customer.companyName), labels.row('customerId', customer.merchantCustomerId)]
  return rows.filter((row) => row !== undefined)
}

function linesOf({ invoice, language }: InvoiceFacts, labels: PayerLabels): Pick<InvoiceView, 'columns' | 'lines'> {
  const { lines, amounts } = invoice.terms
  if (lines.length === 0) return { columns: [], lines: [] }
  const words = INVOICE_WORDS[language]
  const views = lines.map((line) => lineView(line, amounts.total.currency, language))
  const hasDiscount = labels.isOnItems('discount') && views.some(({ discount }) => discount !== '')
  const hasTax = labels.isOnItems('tax') && views.some(({ tax }) => tax !== '')
  const hidden = { ...(hasDiscount ? {} : { discount: '' }), ...(hasTax ? {} : { tax: '' }) }
  const columns = [
    { column: 'item' as const, label: words.item },
    { column: 'quantity' as const, label: words.quantity },
    { column: 'unitPrice' as const, label: words.unitPrice },
    ...(hasDiscount ? [{ column: 'discount' as const, label: labels.name('discount') }] : []),
    ...(hasTax ? [{ column: 'tax' as const, label: labels.name('tax') }] : []),
    { column: 'amount' as const, label: words.amount },
  ]
  return { columns, lines: views.map((view) => ({ ...view, ...hidden })) }
}

function lineView(line: LineItem, currency: string, language: Language): LineView {
  const { productName, productSku, quantity, unitPrice } = line
  const amount = lineTotalOf(line, currency)
  return {
    item: productName ?? productSku,
    sku: productName === undefined ? undefined : productSku,
    quantity: countText(quantity, language),
    unitPrice: unitPrice === undefined ? '' : priceText(unitPrice, currency, language),
    discount: partText(line.discountAmount, line.discountPercent, language),
    tax: partText(line.taxAmount, line.taxRate, language),
    amount: amount === undefined ? '' : moneyText(amount, language),
  }
}

/** As the merchant gave it: an amount or a percentage; the amount counts if both are set. */
function partText(amount: Money | undefined, percent: Decimal | undefined, language: Language): string {
  if (amount !== undefined && amount.minor !== 0n) return moneyText(amount, language)
  return percent === undefined || isZero(percent) ? '' : percentText(percent, language)
}

function paidRow({ invoice, language }: InvoiceFacts): Row | undefined {
  const { total } = invoice.terms.amounts
  if (compareMoney(invoice.balance, total) === 0) return undefined
  return { label: INVOICE_WORDS[language].paidSoFar, text: moneyText(minus(invoice.balance, total), language) }
}

function customFieldRows({ invoice, definitions }: InvoiceFacts): readonly CustomFieldRow[] {
  const visible = new Map(
    definitions
      .filter(({ isCustomerVisible }) => isCustomerVisible)
      .map((definition) => [definition.definitionId, definition.label] as const),
  )
  const values = [...invoice.terms.customFieldValues, ...defaultValues(invoice.terms, definitions)]
  return values.flatMap(({ definitionId, value }) => {
    const label = visible.get(definitionId)
    return label === undefined || value.trim() === '' ? [] : [{ definitionId, label, text: value }]
  })
}
