// pure
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { formatMoney, type Money, moneyOf } from '../../../kernel/money.ts'
import { fieldReader, type ReadValues } from '../../../kernel/reading/field-reader.ts'
import type { FieldTable } from '../../../kernel/reading/field-table.ts'
import { type Findings, report } from '../../../kernel/reading/read-fields.ts'
import { invalid } from '../../../kernel/reading/reading.ts'
import type { CustomFieldValue } from '../../custom-fields/custom-field.ts'
import type { Customer, InvoiceAmounts, InvoiceTerms, LineItem } from '../invoice.ts'
import type { InvoiceValues, LineValues } from '../invoice-rules.ts'
import { lineTotalOf } from '../totals.ts'
import { INVOICE_FIELDS, LINE_FIELDS } from './invoice-fields.ts'

type AmountName<Table extends FieldTable> = {
  [Name in keyof Table]: Table[Name]['kind'] extends 'amount' ? Name : never
}[keyof Table]
type Amounts<Table extends FieldTable> = {
  readonly [Name in AmountName<Table>]: Money | undefined
}
type LineAmounts = Amounts<typeof LINE_FIELDS>
type TotalAmounts = Amounts<typeof INVOICE_FIELDS>

export type TermsInput = {
  readonly lines: readonly LineValues[]
  readonly customFieldValues: readonly CustomFieldValue[]
  /** Whether the total of a line is computed if it is left out. */
  readonly isLineTotalComputed: boolean
  readonly findings: Findings
}

const TOTAL_AMOUNTS = amountNames(INVOICE_FIELDS)
const LINE_AMOUNTS = amountNames(LINE_FIELDS)
const LINE_TOTAL = fieldReader(LINE_FIELDS.totalAmount)

/** The terms; undefined if there is any problem, such as an amount with too many decimals for the currency. */
export function termsFromValues(
  values: InvoiceValues,
  { lines, customFieldValues, isLineTotalComputed, findings }: TermsInput,
): InvoiceTerms | undefined {
  const { currency, dueDate } = values
  if (currency === undefined) return undefined
  const money = moneyReader(currency, findings)
  const amounts = money(values, { table: INVOICE_FIELDS, names: TOTAL_AMOUNTS, place: '' })
  const lineAmounts = lines.map((line) =>
    money(line.values, { table: LINE_FIELDS, names: LINE_AMOUNTS, place: line.place }),
  )
  const total = amounts.totalAmount
  if (findings.problems.size > 0 || dueDate === undefined || total === undefined) return undefined
  const items = lines.map((line, index) => lineItem(line.values, lineAmounts[index]))
  return {
    customer: customer(values),
    isPhoneRequested: values.requestPhone ?? false,
    isShippingRequested: values.requestShipping ?? false,
    transactionReferenceNumber: values.transactionReferenceNumber,
    description: values.description,
    dueOn: dueDate,
    expiresOn: values.expirationDate,
    canPayPartially: values.allowPartialPayments ?? false,
    deliveryMode: values.deliveryMode ?? 'none',
    deliveryLanguage: values.deliveryLanguage,
    amounts: invoiceAmounts(values, { ...amounts, totalAmount: total }),
    lines: isLineTotalComputed ? items.map((item) => withTotal(item, currency)) : items,
    customFieldValues,
  }
}

function customer(values: InvoiceValues): Customer {
  return {
    name: values.customerName,
    firstName: values.customerFirstName,
    lastName: values.customerLastName,
    email: values.customerEmail,
    merchantCustomerId: values.merchantCustomerId,
    companyName: values.companyName,
  }
}

function invoiceAmounts(
  values: InvoiceValues,
  amounts: TotalAmounts & { readonly totalAmount: Money },
): InvoiceAmounts {
  return {
    total: amounts.totalAmount,
    subAmount: amounts.subAmount,
    minimumPartial: values.allowPartialPayments === true ? amounts.minimumPartialAmount : undefined,
    discountAmount: amounts.discountAmount,
    discountPercent: values.discountPercent,
    tax: { type: values.taxType, amount: amounts.taxAmount, rate: values.taxRate },
    freight: {
      amount: amounts.freightAmount,
      isTaxable: values.freightTaxable,
      taxRate: values.freightTaxRate,
    },
  }
}

function lineItem(values: LineValues['values'], amounts: LineAmounts | undefined): LineItem {
  return {
    // Required: without it there is a problem and no line.
    productSku: values.productSku ?? '',
    productName: values.productName,
    quantity: values.quantity ?? 1,
    unitPrice: values.unitPrice,
    discountAmount: amounts?.discountAmount,
    discountPercent: values.discountPercent ?? values.discountRate,
    taxAmount: amounts?.taxAmount,
    taxRate: values.taxRate,
    totalAmount: amounts?.totalAmount,
  }
}

/** A negative or very long total could not be sent back as returned, so such a line gets no total. */
function withTotal(item: LineItem, currency: string): LineItem {
  if (item.totalAmount !== undefined) return item
  const total = lineTotalOf(item, currency)
  const isSendable = total !== undefined && 'value' in LINE_TOTAL(formatMoney(total), LINE_FIELDS.totalAmount.path)
  return isSendable ? { ...item, totalAmount: total } : item
}

type MoneyTask<Table extends FieldTable> = {
  readonly table: Table
  readonly names: readonly AmountName<Table>[]
  readonly place: string
}

function moneyReader(currency: string, findings: Findings) {
  return <Table extends FieldTable>(
    values: ReadValues<Table>,
    { table, names, place }: MoneyTask<Table>,
  ): Amounts<Table> => {
    const amounts: Partial<Record<keyof Table, Money>> = {}
    for (const name of names) {
      const value = values[name] as ReadValues<typeof INVOICE_FIELDS>['totalAmount']
      if (value === undefined) continue
      const money = moneyOf(value, currency)
      if (money !== undefined) amounts[name] = money
      else report(findings, invalid(`${place}${table[name]?.path}`, surplusDecimals(currency)))
    }
    return amounts as Amounts<Table>
  }
}

function surplusDecimals(currency: string): string {
  return `can have at most ${decimalsOfCurrency(currency)} decimal places in ${currency}`
}

function amountNames<Table extends FieldTable>(table: Table): readonly AmountName<Table>[] {
  return Object.entries(table)
    .filter(([, { kind }]) => kind === 'amount')
    .map(([name]) => name as AmountName<Table>)
}
