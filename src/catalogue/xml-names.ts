import { FIELDS } from './catalogue.ts'

/** The elements around the groups of an XML report. */
export const REPORT_ELEMENT = 'Report'
export const RECORD_ELEMENT = 'Record'

/** The element of a field; unique in its group. */
export function xmlNameOfField(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '')
}

/** The element of a group. A DTD declares an element once, so it differs from all elements of fields. */
export function xmlNameOfGroup(name: string): string {
  const element = xmlNameOfField(name)
  return FIELD_ELEMENTS.has(element) ? `${element}Group` : element
}

const FIELD_ELEMENTS: ReadonlySet<string> = new Set(FIELDS.map(({ name }) => xmlNameOfField(name)))
