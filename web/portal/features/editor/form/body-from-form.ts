// pure

import type { LineItem } from '../../../../../src/invoicing/rules/invoice.ts'
import {
  CUSTOM_VALUES_PATH,
  INVOICE_FIELDS,
  type InvoiceFieldName,
  LINES_PATH,
  RESPONSE_CUSTOM_VALUES_PATH,
} from '../../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { formatDecimal } from '../../../../../src/kernel/decimal.ts'
import { formatMoney } from '../../../../../src/kernel/money.ts'
import { type EditorForm, effectiveForm, type LineForm } from './editor-form.ts'
import { type ReadForm, type Saved, savedLine } from './read-form.ts'

type Json = Record<string, unknown>
export type RequestBody = Readonly<Json>

/** Text fields of the form, each with the field of the API that it is. */
const TEXTS = {
  name: 'customerName',
  email: 'customerEmail',
  company: 'companyName',
  description: 'description',
  dueDate: 'dueDate',
  currency: 'currency',
  taxName: 'taxType',
  language: 'deliveryLanguage',
} as const satisfies Partial<Record<keyof EditorForm, InvoiceFieldName>>

/** Parts of a response that no request needs. */
const OF_RESPONSE = ['_links', 'status', 'submitTimeUtc', 'invoiceHistory', 'totalInvoiceHistory', 'warnings']

type Options = { readonly saved?: Saved | undefined; readonly sendImmediately?: boolean }

/**
 * The body of a POST or PUT. It starts from the saved invoice, so that a field that the editor does not show keeps its
 * value, and a field that nobody touched is sent as it was read.
 */
export function bodyFromForm(form: EditorForm, read: ReadForm, { saved, sendImmediately }: Options = {}): RequestBody {
  const body = structuredClone(saved?.body ?? {}) as Json
  for (const name of OF_RESPONSE) delete body[name]
  const now = effectiveForm(form)
  const before = saved && effectiveForm(saved.form)
  const set = (name: InvoiceFieldName, value: unknown): void => setAt(body, INVOICE_FIELDS[name].path, value)

  for (const [name, field] of Object.entries(TEXTS) as [keyof typeof TEXTS, InvoiceFieldName][]) {
    if (now[name] !== before?.[name]) set(field, now[name].trim() || undefined)
  }
  set('deliveryMode', now.delivery)
  set('allowPartialPayments', now.isPartialAllowed)
  if (sendImmediately !== undefined) set('sendImmediately', sendImmediately)
  if (now.minimum !== before?.minimum || !now.isPartialAllowed) {
    set('minimumPartialAmount', read.amounts.minimumPartial && formatMoney(read.amounts.minimumPartial))
  }
  if (read.isMoneyChanged) setMoney(set, { now, before, read })
  setAt(body, LINES_PATH, linesOf(now, read, saved))
  setAt(body, CUSTOM_VALUES_PATH, customValues(now, before))
  setAt(body, RESPONSE_CUSTOM_VALUES_PATH, undefined)
  return body
}

type Money = { readonly now: EditorForm; readonly before: EditorForm | undefined; readonly read: ReadForm }

/** The parts of the total. A currency that changed gives every amount another meaning, so all are written again. */
function setMoney(set: (name: InvoiceFieldName, value: unknown) => void, { now, before, read }: Money): void {
  const { amounts, totals } = read
  const isChanged = (name: 'discount' | 'tax' | 'freight') =>
    now[name] !== before?.[name] || now.currency !== before.currency
  set('totalAmount', formatMoney(totals.total))
  set('subAmount', now.kind === 'items' ? formatMoney(totals.subtotal) : undefined)
  if (isChanged('discount')) {
    set('discountAmount', amounts.discountAmount && formatMoney(amounts.discountAmount))
    set('discountPercent', amounts.discountPercent && formatDecimal(amounts.discountPercent))
  }
  if (isChanged('tax')) {
    set('taxAmount', amounts.tax.amount && formatMoney(amounts.tax.amount))
    set('taxRate', amounts.tax.rate && formatDecimal(amounts.tax.rate))
  }
  if (isChanged('freight')) set('freightAmount', amounts.freight.amount && formatMoney(amounts.freight.amount))
}

function linesOf(now: EditorForm, read: ReadForm, saved: Saved | undefined): readonly unknown[] | undefined {
  if (now.lines.length === 0) return undefined
  const before = saved && effectiveForm(saved.form)
  return now.lines.map((line, index) => {
    const ofSaved = before?.lines.find(({ from }) => from !== '' && from === line.from)
    const isUntouched = ofSaved !== undefined && isSame(line, ofSaved) && now.currency === before?.currency
    const kept = savedLine(line, saved)
    const item = read.lines[index]
    return item === undefined || (isUntouched && kept !== undefined) ? kept : lineBody(line, item, { index, kept })
  })
}

type LinePlace = { readonly index: number; readonly kept: object | undefined }

function lineBody(line: LineForm, item: LineItem, { index, kept }: LinePlace): Json {
  const { unitPrice, discountAmount, discountPercent, taxAmount, taxRate, quantity, totalAmount } = item
  return withoutUndefined({
    ...kept,
    productSku: line.sku.trim() || generatedSku(line.item, index),
    productName: line.item.trim() || undefined,
    quantity,
    unitPrice: unitPrice && formatDecimal(unitPrice),
    discountAmount: discountAmount && formatMoney(discountAmount),
    discountPercent: discountPercent && formatDecimal(discountPercent),
    discountRate: undefined,
    taxAmount: taxAmount && formatMoney(taxAmount),
    taxRate: taxRate && formatDecimal(taxRate),
    totalAmount: totalAmount && formatMoney(totalAmount),
  })
}

const SKU_LENGTH_MAX = 40

/** The same item has the same number on every invoice: Café crème is CAFÉ-CRÈME. */
export function generatedSku(item: string, index: number): string {
  const words = item
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const short = Array.from(words).slice(0, SKU_LENGTH_MAX).join('').replaceAll(/^-|-$/g, '')
  return short === '' ? `ITEM-${index + 1}` : short
}

/** A value that was removed is sent empty, which removes it. */
function customValues(now: EditorForm, before: EditorForm | undefined): readonly unknown[] | undefined {
  const values = sentCustom(now, before)
  if (values.length === 0) return undefined
  return values.map(([definitionId, value]) => ({ definitionId: Number(definitionId), value }))
}

/** The custom fields that a request names, in its order, each with its value. */
export function sentCustom(
  now: Pick<EditorForm, 'custom'>,
  before: Pick<EditorForm, 'custom'> | undefined,
): readonly (readonly [definitionId: string, value: string])[] {
  const given = new Map(now.custom.map(({ definitionId, value }) => [definitionId, value.trim()]))
  for (const { definitionId } of before?.custom ?? []) given.set(definitionId, given.get(definitionId) ?? '')
  const wasThere = new Set(before?.custom.filter(({ value }) => value !== '').map(({ definitionId }) => definitionId))
  return [...given].filter(([definitionId, value]) => value !== '' || wasThere.has(definitionId))
}

function isSame(one: LineForm, other: LineForm): boolean {
  return (Object.keys(one) as (keyof LineForm)[]).every((name) => one[name] === other[name])
}

function setAt(root: Json, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? path
  let place = root
  for (const key of keys) {
    if (value === undefined && place[key] === undefined) return
    place[key] ??= {}
    place = place[key] as Json
  }
  if (value === undefined) delete place[last]
  else place[last] = value
}

function withoutUndefined(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
