// pure
import { suggestMapping } from '../../../../src/invoicing/imports/reading/suggest-mapping.ts'

/** The columns that an invoice of one amount needs, and the reference by which it is imported once. */
const TEMPLATE_FIELDS = [
  'reference',
  'customerName',
  'customerEmail',
  'dueDate',
  'currency',
  'totalAmount',
  'description',
] as const

/** The columns of the template: each field by the first of its names that is recognized. */
export function templateColumns(namesOf: (field: string) => readonly string[]): readonly string[] {
  return TEMPLATE_FIELDS.map((field) => {
    const recognized = namesOf(field).find((name) => suggestMapping([name], [])[name] === field)
    return recognized ?? field
  })
}
