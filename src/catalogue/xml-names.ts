import { FIELDS } from './catalogue.ts'

/** The elements around the groups of an XML report. */
export const REPORT_ELEMENT = 'Report'
export const RECORD_ELEMENT = 'Record'

/** The element that holds a field's value: no two fields of a group share one. */
export function xmlNameOfField(name: string): string {
  return elementName(name)
}

/** The element that holds a group's fields. An element is declared once, so a field's name is not taken. */
export function xmlNameOfGroup(name: string): string {
  const element = elementName(name)
  return FIELD_ELEMENTS.has(element) ? `${element}Group` : element
}

function elementName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '')
}

const FIELD_ELEMENTS: ReadonlySet<string> = new Set(FIELDS.map(({ name }) => elementName(name)))
