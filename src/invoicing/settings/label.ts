// pure
/** How a merchant has changed one label of the payment page; missing parts have their defaults. */
export type CustomLabel = {
  readonly key: LabelKey
  readonly value?: string
  readonly hidden?: boolean
  readonly hiddenForInvoice?: boolean
  readonly hiddenForItem?: boolean
}

export const LABEL_KEYS = [
  'billTo',
  'companyName',
  'customerId',
  'description',
  'discount',
  'invoiceNumber',
  'partialPayment',
  'shipping',
  'tax',
] as const
export type LabelKey = (typeof LABEL_KEYS)[number]

export const LABEL_CONTROLS = ['hidden', 'hiddenForInvoice', 'hiddenForItem'] as const
export type LabelControl = (typeof LABEL_CONTROLS)[number]

export const LABEL_VALUE_LENGTH_MAX = 25

/**
 * Every label can be renamed; these controls are also supported. `hidden` removes it from the payment page,
 * `hiddenForInvoice` from the rows of the total, `hiddenForItem` from the columns of the items.
 */
export const CONTROLS_OF_LABEL: Readonly<Record<LabelKey, readonly LabelControl[]>> = {
  billTo: [],
  companyName: ['hidden'],
  customerId: ['hidden'],
  description: ['hidden'],
  discount: ['hidden', 'hiddenForInvoice', 'hiddenForItem'],
  invoiceNumber: ['hidden'],
  partialPayment: ['hidden'],
  shipping: ['hidden'],
  tax: ['hiddenForInvoice', 'hiddenForItem'],
}

export function labelKeysWith(control: LabelControl): readonly LabelKey[] {
  return LABEL_KEYS.filter((key) => CONTROLS_OF_LABEL[key].includes(control))
}

/** A change of a label; `reset` takes back all that the label had before. */
export type LabelChange = CustomLabel & { readonly reset?: true }

/** Merges changes into labels: omitted parts stay, and later changes win. */
export function mergedLabels(before: readonly CustomLabel[], changes: readonly LabelChange[]): readonly CustomLabel[] {
  const labels = new Map(before.map((label) => [label.key, label]))
  for (const { reset, ...change } of changes) {
    labels.set(change.key, reset === true ? change : { ...labels.get(change.key), ...change })
  }
  return LABEL_KEYS.flatMap((key) => labels.get(key) ?? []).filter(saysSomething)
}

function saysSomething(label: CustomLabel): boolean {
  return Object.keys(label).length > 1
}
