import { GROUPS } from './catalogue.ts'
import { type DocumentType, documentType, once, textElement } from './document-type.ts'
import type { Field } from './field.ts'
import { fieldsOfDefinition, type ReportDefinition } from './report-definition.ts'
import { RECORD_ELEMENT, xmlNameOfField, xmlNameOfGroup } from './xml-names.ts'

/** The structure of XML reports of the definition. Every field is optional, because clients select fields. */
export function documentTypeOf(definition: ReportDefinition): DocumentType {
  const fields = fieldsOfDefinition(definition)
  const groups = GROUPS.flatMap(({ name }) => {
    const own = fields.filter(({ group }) => group === name)
    return own.length === 0 ? [] : [{ element: xmlNameOfGroup(name), fields: own.map(elementOf) }]
  })
  const record = groups.map(({ element }) => element)
  return documentType({
    title: definition.title,
    version: definition.version,
    entries: [RECORD_ELEMENT],
    elements: [
      { name: RECORD_ELEMENT, content: once(record), attributes: [] },
      ...groups.map((group) => ({
        name: group.element,
        content: once(group.fields),
        attributes: [],
      })),
      // Fields of the same name in several groups are the same element.
      ...fields.map((field) => textElement(elementOf(field))),
    ],
  })
}

function elementOf({ name }: Field): string {
  return xmlNameOfField(name)
}
