// pure
import { IMPORT_TARGETS, isLineTarget } from '../../../../src/invoicing/imports/reading/import-fields.ts'
import type { Words } from '../../words/words.ts'

type Areas = Pick<Words, 'imports' | 'editor' | 'detail' | 'settings'>
export type CustomField = { readonly id: string; readonly label: string }

/** Names of fields for the person: `short` where their kind is said beside them. */
export type FieldLabels = {
  readonly short: (field: string) => string
  readonly full: (field: string) => string
  readonly groups: readonly { readonly name: string; readonly fields: readonly string[] }[]
}

const isHidden = (field: string): boolean => field === 'lines.discountRate'

export function fieldLabels(words: Areas, customFields: readonly CustomField[]): FieldLabels {
  const labels: Readonly<Record<string, string>> = {
    ...ofInvoice(words),
    ...ofLines(words),
    ...Object.fromEntries(customFields.map(({ id, label }) => [`customField.${id}`, label])),
  }
  const short = (field: string): string => labels[field] ?? field
  const shown = IMPORT_TARGETS.filter((field) => !isHidden(field))
  const { imports, editor } = words
  const groups = [
    { name: imports.general, fields: shown.filter((field) => !isLineTarget(field)) },
    { name: editor.items, fields: shown.filter(isLineTarget) },
    { name: editor.customFields, fields: customFields.map(({ id }) => `customField.${id}`) },
  ]
  return {
    short,
    full: (field) => (isLineTarget(field) ? `${editor.item} · ${short(field)}` : short(field)),
    groups: groups.filter(({ fields }) => fields.length > 0),
  }
}

function ofInvoice({ imports, editor, detail, settings }: Areas): Readonly<Record<string, string>> {
  return {
    ...imports.fields,
    invoiceNumber: settings.labelKeys.invoiceNumber,
    customerName: editor.customer,
    customerEmail: editor.email,
    merchantCustomerId: settings.labelKeys.customerId,
    companyName: editor.company,
    description: settings.labelKeys.description,
    dueDate: editor.dueDate,
    expirationDate: detail.expires,
    currency: editor.currency,
    totalAmount: editor.total,
    subAmount: editor.subtotal,
    discountAmount: editor.discount,
    discountPercent: percent(editor.discount),
    taxType: editor.taxName,
    taxAmount: editor.tax,
    taxRate: percent(editor.tax),
    freightAmount: editor.freight,
    freightTaxable: editor.freightTax,
    freightTaxRate: percent(editor.freightTax),
    deliveryLanguage: editor.language,
    allowPartialPayments: editor.partial,
    minimumPartialAmount: editor.minimum,
  }
}

function ofLines({ editor }: Areas): Readonly<Record<string, string>> {
  return {
    'lines.productSku': editor.sku,
    'lines.productName': editor.item,
    'lines.quantity': editor.quantity,
    'lines.unitPrice': editor.price,
    'lines.discountAmount': editor.discount,
    'lines.discountRate': percent(editor.discount),
    'lines.discountPercent': percent(editor.discount),
    'lines.taxAmount': editor.tax,
    'lines.taxRate': percent(editor.tax),
    'lines.totalAmount': editor.total,
  }
}

function percent(name: string): string {
  return `${name} %`
}
