import {
  type DocumentType,
  documentType,
  type ElementType,
  once,
  repeated,
  textElement,
} from '../../../catalogue/document-type.ts'
import type { ItemForm, NestedForm, ReportForm } from './report-form.ts'

/** The document type of XML responses with this form. All elements and attributes are optional. */
export function documentTypeOfForm(form: ReportForm | NestedForm): DocumentType {
  const { title, version } = form
  if ('item' in form) {
    const { element } = form.item
    return documentType({ title, version, entries: [element], elements: elementsOf([form.item]) })
  }
  const { container, items } = form
  const content = repeated(items.map(({ element }) => element))
  return documentType({
    title,
    version,
    entries: [container.element],
    elements: [{ name: container.element, content, attributes: container.attributes }, ...elementsOf(items)],
  })
}

/** Items first, then the values in them. Values of the same name are the same element. */
function elementsOf(items: readonly ItemForm[]): readonly ElementType[] {
  const leaves = items.flatMap(({ columns }) => namesOf(columns, false))
  return [
    ...items.map(({ element, columns }) => ({
      name: element,
      content: once(namesOf(columns, false)),
      attributes: namesOf(columns, true),
    })),
    ...leaves.map(textElement),
  ]
}

function namesOf(columns: ItemForm['columns'], areAttributes: boolean): readonly string[] {
  return columns.filter(({ isAttribute }) => isAttribute === areAttributes).map(({ xmlName }) => xmlName)
}
