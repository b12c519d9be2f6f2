// pure
import type { InvoiceFieldName } from '../../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { requiredFields } from '../../../../../src/invoicing/rules/terms/required-fields.ts'
import { countedLines, type EditorForm } from './editor-form.ts'
import type { FormProblem, Saved } from './read-form.ts'
import { savedLine } from './read-form.ts'

/** The purpose for which the form is submitted. */
export type Intent = 'send' | 'publish' | 'draft' | 'update'

const FORM_FIELDS: Partial<Record<InvoiceFieldName, keyof EditorForm>> = {
  ...{ customerName: 'name', customerEmail: 'email', description: 'description', dueDate: 'dueDate' },
  ...{ currency: 'currency', totalAmount: 'amount' },
}
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** The fields that this purpose still needs, by the rules of the API. */
export function missingFields(form: EditorForm, intent: Intent, saved?: Saved): readonly FormProblem[] {
  const hasLines = form.kind === 'items'
  const { fields } = requiredFields({
    operation: intent === 'update' ? 'update' : 'create',
    deliveryMode: intent === 'send' || form.delivery === 'Email' ? 'email' : 'none',
    isSentImmediately: intent === 'send' || intent === 'publish',
    hasLines,
  })
  const needed = fields.flatMap((name) => FORM_FIELDS[name] ?? []).filter((name) => name !== 'amount' || !hasLines)
  const empty = needed.filter((name) => String(form[name]).trim() === '')
  return [
    ...empty.map((path): FormProblem => ({ path, problem: { code: 'required' } })),
    ...(form.email.trim() !== '' && !EMAIL.test(form.email.trim()) ? [NO_EMAIL] : []),
    ...(hasLines ? missingOfLines(form, saved) : []),
  ]
}

const NO_EMAIL: FormProblem = { path: 'email', problem: { code: 'noEmail' } }

function missingOfLines(form: EditorForm, saved: Saved | undefined): readonly FormProblem[] {
  const places = countedLines(form)
  if (places.length === 0) return [{ path: 'lines.0.item', problem: { code: 'required' } }]
  return places.flatMap((place) => {
    const line = form.lines[place]
    if (line === undefined) return []
    const before = savedLine(line, saved)
    const names = [
      ...(line.item.trim() === '' && (before === undefined || before.productName !== undefined) ? ['item'] : []),
      ...(line.price.trim() === '' && before?.totalAmount === undefined ? ['price'] : []),
      ...(line.price.trim() === '' && before?.unitPrice !== undefined ? ['price'] : []),
    ]
    return [...new Set(names)].map((name): FormProblem => {
      return { path: `lines.${place}.${name}`, problem: { code: 'required' } }
    })
  })
}
