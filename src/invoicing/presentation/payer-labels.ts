// pure
import type { CustomLabel, LabelKey } from '../settings/label.ts'
import type { InvoiceWords } from './words/invoice-words.ts'

/** The names of an invoice's parts, and which of them the merchant hides. */
export type PayerLabels = {
  readonly name: (key: LabelKey) => string
  /** The merchant's own word; undefined without one, and if the merchant hides it. */
  readonly ownName: (key: LabelKey) => string | undefined
  /** Undefined without a value, and if the merchant hides it. */
  readonly row: (
    key: LabelKey,
    text: string | undefined,
  ) => { readonly label: string; readonly text: string } | undefined
  readonly isHidden: (key: LabelKey) => boolean
  /** Whether it is a row of the total. */
  readonly isOnTotal: (key: LabelKey) => boolean
  /** Whether it is a column of the items. */
  readonly isOnItems: (key: LabelKey) => boolean
}

export function labelsOf(labels: readonly CustomLabel[], words: InvoiceWords): PayerLabels {
  const custom = new Map(labels.map((label) => [label.key, label]))
  const name = (key: LabelKey) => custom.get(key)?.value ?? words[key]
  const isHidden = (key: LabelKey) => custom.get(key)?.hidden === true
  return {
    name,
    ownName: (key) => (isHidden(key) ? undefined : custom.get(key)?.value),
    isHidden,
    row: (key, text) =>
      text === undefined || text.trim() === '' || isHidden(key) ? undefined : { label: name(key), text },
    isOnTotal: (key) => !isHidden(key) && custom.get(key)?.hiddenForInvoice !== true,
    isOnItems: (key) => !isHidden(key) && custom.get(key)?.hiddenForItem !== true,
  }
}
