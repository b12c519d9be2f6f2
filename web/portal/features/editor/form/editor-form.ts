// pure
import type { Static } from 'typebox'
import type { InvoiceResponse } from '../../../../../src/invoicing/invoices/contract.ts'
import type { Received } from '../../../api/exact-json.ts'

/** An invoice as the service returns it: the editor starts from it and sends back what it does not show. */
export type InvoiceBody = Received<Static<typeof InvoiceResponse>>

/** One line of the grid. Every value is text as it was typed: `10%` is a rate, `10` an amount. */
export type LineForm = {
  readonly item: string
  readonly sku: string
  readonly quantity: string
  readonly price: string
  readonly discount: string
  readonly tax: string
  /** The number of the saved line that this one was; empty for a new one. */
  readonly from: string
}

type CustomText = { readonly definitionId: string; readonly value: string }

/** The fields of the editor, as typed text. Nothing here is a number: text is read when totals or a body are made. */
export type EditorForm = {
  readonly name: string
  readonly email: string
  readonly company: string
  readonly description: string
  readonly dueDate: string
  readonly currency: string
  readonly kind: 'items' | 'amount'
  /** Of an amount-only invoice. */
  readonly amount: string
  readonly lines: readonly LineForm[]
  /** Where discount and tax stand. `both` only if the saved invoice has both. */
  readonly level: 'total' | 'lines' | 'both'
  readonly discount: string
  readonly tax: string
  readonly taxName: string
  readonly freight: string
  readonly isPartialAllowed: boolean
  readonly minimum: string
  readonly custom: readonly CustomText[]
  readonly language: string
  readonly delivery: 'Email' | 'None'
}

export const BLANK_LINE: LineForm = { item: '', sku: '', quantity: '', price: '', discount: '', tax: '', from: '' }

const BLANK: EditorForm = {
  ...{ name: '', email: '', company: '', description: '', dueDate: '', currency: '', kind: 'items', amount: '' },
  ...{ lines: [BLANK_LINE], level: 'total', discount: '', tax: '', taxName: '', freight: '', isPartialAllowed: false },
  ...{ minimum: '', custom: [], language: '', delivery: 'Email' },
}

export function blankForm(given: Partial<EditorForm> = {}): EditorForm {
  return { ...BLANK, ...given }
}

/** The row that waits for the next item is not a line yet. */
export function isBlank({ item, sku, quantity, price, discount, tax, from }: LineForm): boolean {
  return from === '' && [item, sku, quantity, price, discount, tax].every((text) => text.trim() === '')
}

/** The places of the lines that count, in their order. */
export function countedLines({ lines }: Pick<EditorForm, 'lines'>): readonly number[] {
  return lines.flatMap((line, index) => (isBlank(line) ? [] : [index]))
}

/**
 * The form without what does not count: blank lines, the other kind's fields, and discounts and taxes of the other level.
 * They stay in the form, so that choosing back and forth loses nothing.
 */
export function effectiveForm(form: EditorForm): EditorForm {
  if (form.kind === 'amount') {
    const none = { discount: '', tax: '', taxName: '', freight: '', isPartialAllowed: false, minimum: '' }
    return { ...form, ...none, lines: [], custom: [] }
  }
  const { level, isPartialAllowed, minimum } = form
  const counted = form.lines.filter((line) => !isBlank(line))
  return {
    ...form,
    amount: '',
    lines: level === 'total' ? counted.map((line) => ({ ...line, discount: '', tax: '' })) : counted,
    ...(level === 'lines' && { discount: '', tax: '', taxName: '' }),
    minimum: isPartialAllowed ? minimum : '',
  }
}
