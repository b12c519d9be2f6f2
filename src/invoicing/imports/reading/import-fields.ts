// pure
import type { FieldKind } from '../../../kernel/reading/field-table.ts'
import {
  INVOICE_FIELDS,
  type InvoiceFieldName,
  LINE_FIELDS,
  type LineFieldName,
} from '../../rules/terms/invoice-fields.ts'

/** The merchant's own name of a line, by which it is imported once. */
export const REFERENCE = 'reference'
const LINE_PREFIX = 'lines.'
const CUSTOM_PREFIX = 'customField.'

/** Fields of a request that a file does not have: who sent it, and what the import is asked to do with its invoices. */
const NOT_IMPORTED: readonly InvoiceFieldName[] = ['developerId', 'solutionId', 'sendImmediately', 'deliveryMode']

/** The names of all targets of columns, besides those of custom fields. */
export const IMPORT_TARGETS: readonly string[] = [
  REFERENCE,
  ...Object.keys(INVOICE_FIELDS).filter((name) => !NOT_IMPORTED.includes(name as InvoiceFieldName)),
  ...Object.keys(LINE_FIELDS).map((name) => `${LINE_PREFIX}${name}`),
]

const KNOWN = new Set(IMPORT_TARGETS)

/** A field of the invoice, of a line, or a custom field. */
export type ImportTarget =
  | { readonly of: 'file'; readonly name: typeof REFERENCE }
  | { readonly of: 'invoice'; readonly name: InvoiceFieldName; readonly field: FieldKind & { readonly path: string } }
  | { readonly of: 'line'; readonly name: LineFieldName; readonly field: FieldKind & { readonly path: string } }
  | { readonly of: 'customField'; readonly definitionId: number }

/** The target of this name; undefined if there is none. */
export function importTarget(target: string): ImportTarget | undefined {
  const definition = /^customField\.([1-9]\d{0,14})$/.exec(target)?.[1]
  if (definition !== undefined) return { of: 'customField', definitionId: Number(definition) }
  if (!KNOWN.has(target)) return undefined
  if (target === REFERENCE) return { of: 'file', name: REFERENCE }
  if (target.startsWith(LINE_PREFIX)) {
    const name = target.slice(LINE_PREFIX.length) as LineFieldName
    return { of: 'line', name, field: LINE_FIELDS[name] }
  }
  const name = target as InvoiceFieldName
  return { of: 'invoice', name, field: INVOICE_FIELDS[name] }
}

export function customFieldTarget(definitionId: number): string {
  return `${CUSTOM_PREFIX}${definitionId}`
}

export function lineTarget(name: string): string {
  return `${LINE_PREFIX}${name}`
}

export function isLineTarget(target: string): boolean {
  return target.startsWith(LINE_PREFIX)
}
