// pure
import { decimalsOfCurrency } from '../../../../../src/kernel/currency.ts'
import { isZero, parseDecimal } from '../../../../../src/kernel/decimal.ts'
import type { Language } from '../../../../../src/kernel/language.ts'
import { amountFieldText } from '../../../format/amount-field-text.ts'
import { BLANK_LINE, blankForm, type EditorForm, type InvoiceBody, type LineForm } from './editor-form.ts'
import { parsed, percentFieldText } from './typed-texts.ts'

type BodyLine = NonNullable<InvoiceBody['orderInformation']['lineItems']>[number]
type Writing = { readonly currency: string; readonly language: Language }

/** The texts of the editor for a saved invoice, in the notation of the person's language. */
export function formFromBody(body: InvoiceBody, language: Language): EditorForm {
  const { invoiceInformation, orderInformation, customerInformation: customer } = body
  const { amountDetails, lineItems = [] } = orderInformation
  const { currency, taxDetails, freight } = amountDetails
  const writing = { currency, language }
  const lines = lineItems.map((line, index) => lineForm(line, index, writing))
  const discount = partText(amountDetails.discountAmount, amountDetails.discountPercent, writing)
  const tax = partText(taxDetails?.amount, taxDetails?.rate, writing)
  return blankForm({
    name: customer?.name ?? '',
    email: customer?.email ?? '',
    company: customer?.company?.name ?? '',
    description: invoiceInformation.description ?? '',
    dueDate: invoiceInformation.dueDate,
    currency,
    kind: lines.length > 0 ? 'items' : 'amount',
    amount: lines.length > 0 ? '' : wholeText(amountDetails.totalAmount, writing),
    lines: lines.length > 0 ? lines : [BLANK_LINE],
    level: levelOf(lines, [discount, tax]),
    discount,
    tax,
    taxName: taxDetails?.type ?? '',
    freight: amountText(freight?.amount, writing),
    isPartialAllowed: invoiceInformation.allowPartialPayments,
    minimum: amountText(amountDetails.minimumPartialAmount, writing),
    custom: (body.merchantDefinedFieldValuesWithDefinition ?? []).map(({ definitionId, value }) => ({
      definitionId: String(definitionId),
      value,
    })),
    language: invoiceInformation.deliveryLanguage ?? '',
    delivery: invoiceInformation.deliveryMode,
  })
}

/** A new invoice with the same content; number, link and history are its own. */
export function copyOf(form: EditorForm, given: Pick<EditorForm, 'dueDate'>): EditorForm {
  return { ...form, ...given, lines: form.lines.map((line) => ({ ...line, from: '' })) }
}

function lineForm(line: BodyLine, index: number, writing: Writing): LineForm {
  const price = line.unitPrice === undefined ? undefined : parseDecimal(line.unitPrice)
  const decimals = decimalsOfCurrency(writing.currency) ?? 0
  return {
    item: line.productName ?? '',
    sku: line.productSku,
    quantity: String(line.quantity),
    price: price === undefined ? '' : amountFieldText(price, decimals, writing.language),
    discount: partText(line.discountAmount, line.discountPercent ?? line.discountRate, writing),
    tax: partText(line.taxAmount, line.taxRate, writing),
    from: String(index),
  }
}

function levelOf(lines: readonly LineForm[], ofTotal: readonly string[]): EditorForm['level'] {
  const isOnLines = lines.some(({ discount, tax }) => discount !== '' || tax !== '')
  const isOnTotal = ofTotal.some((text) => text !== '')
  if (isOnLines && isOnTotal) return 'both'
  return isOnLines ? 'lines' : 'total'
}

/** As the totals do it: an amount counts before a percentage, and zeros say nothing. */
function partText(amount: string | undefined, percent: string | undefined, writing: Writing): string {
  const written = amountText(amount, writing)
  if (written !== '') return written
  const rate = percent === undefined ? undefined : parseDecimal(percent)
  return rate === undefined || isZero(rate) ? '' : percentFieldText(rate, writing.language)
}

function amountText(amount: string | undefined, writing: Writing): string {
  const decimal = amount === undefined ? undefined : parseDecimal(amount)
  return amount === undefined || decimal === undefined || isZero(decimal) ? '' : wholeText(amount, writing)
}

/** A total of nothing is a total. */
function wholeText(amount: string, { currency, language }: Writing): string {
  return amountFieldText(parsed(amount), decimalsOfCurrency(currency) ?? 0, language)
}
