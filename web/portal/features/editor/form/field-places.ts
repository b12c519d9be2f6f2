// pure
import {
  CUSTOM_VALUES_PATH,
  INVOICE_FIELDS,
  LINE_FIELDS,
  LINES_PATH,
} from '../../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { sentCustom } from './body-from-form.ts'
import { countedLines, type EditorForm } from './editor-form.ts'
import type { Saved } from './read-form.ts'

const FIELDS = INVOICE_FIELDS
/** Where a field of the API stands in the form. */
const PLACES: Readonly<Record<string, string>> = {
  [FIELDS.customerName.path]: 'name',
  [FIELDS.customerEmail.path]: 'email',
  [FIELDS.companyName.path]: 'company',
  [FIELDS.description.path]: 'description',
  [FIELDS.dueDate.path]: 'dueDate',
  [FIELDS.currency.path]: 'currency',
  [FIELDS.minimumPartialAmount.path]: 'minimum',
  [FIELDS.allowPartialPayments.path]: 'isPartialAllowed',
  [FIELDS.deliveryMode.path]: 'delivery',
  [FIELDS.deliveryLanguage.path]: 'language',
  [FIELDS.discountAmount.path]: 'discount',
  [FIELDS.discountPercent.path]: 'discount',
  [FIELDS.taxAmount.path]: 'tax',
  [FIELDS.taxRate.path]: 'tax',
  [FIELDS.taxType.path]: 'taxName',
  [FIELDS.freightAmount.path]: 'freight',
}
const OF_LINE: Readonly<Record<string, string>> = {
  [LINE_FIELDS.productName.path]: 'item',
  [LINE_FIELDS.productSku.path]: 'sku',
  [LINE_FIELDS.quantity.path]: 'quantity',
  [LINE_FIELDS.unitPrice.path]: 'price',
  [LINE_FIELDS.discountAmount.path]: 'discount',
  [LINE_FIELDS.discountPercent.path]: 'discount',
  [LINE_FIELDS.discountRate.path]: 'discount',
  [LINE_FIELDS.taxAmount.path]: 'tax',
  [LINE_FIELDS.taxRate.path]: 'tax',
  [LINE_FIELDS.totalAmount.path]: 'price',
}
const LINE = new RegExp(`^${LINES_PATH.replace('.', '\\.')}\\[(\\d+)\\]\\.(\\w+)$`)
const CUSTOM = new RegExp(`^${CUSTOM_VALUES_PATH}\\[(\\d+)\\]`)

/** The field of the form that a field of the API is; undefined if the editor does not show it. */
export function formPlaceOf(field: string, form: EditorForm, saved?: Saved): string | undefined {
  if (field === FIELDS.totalAmount.path) return form.kind === 'amount' ? 'amount' : undefined
  const known = PLACES[field]
  if (known !== undefined) return known
  const [, index, name = ''] = LINE.exec(field) ?? []
  const inLine = OF_LINE[name]
  if (index !== undefined && inLine !== undefined)
    return `lines.${countedLines(form)[Number(index)] ?? index}.${inLine}`
  const [, custom] = CUSTOM.exec(field) ?? []
  if (custom === undefined) return undefined
  const [definitionId] = sentCustom(form, saved?.form)[Number(custom)] ?? []
  const place = form.custom.findIndex((one) => one.definitionId === definitionId)
  return place < 0 ? undefined : `custom.${place}.value`
}
