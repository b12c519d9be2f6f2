import { assert } from '../kernel/assert.ts'
import { REPORT_ELEMENT } from './xml-names.ts'

/** The structure of XML reports, from which a DTD is written. */
export type DocumentType = {
  readonly title: string
  readonly version: string
  /** The report has any number of one of these elements. */
  readonly entries: readonly string[]
  readonly elements: readonly ElementType[]
}

export type ElementType = {
  readonly name: string
  /** Text, or elements in this order, each optional. */
  readonly content: 'text' | readonly Child[]
  /** Each is optional. */
  readonly attributes: readonly string[]
}

type Child = { readonly name: string; readonly isRepeated: boolean }

/** An element with text only. */
export function textElement(name: string): ElementType {
  return { name, content: 'text', attributes: [] }
}

/** Children that occur at most once. */
export function once(names: readonly string[]): readonly Child[] {
  return names.map((name) => ({ name, isRepeated: false }))
}

/** Children that occur any number of times, those of one name together. */
export function repeated(names: readonly string[]): readonly Child[] {
  return names.map((name) => ({ name, isRepeated: true }))
}

/** Lists each element once, in the order of first use. */
export function documentType({ elements, ...type }: DocumentType): DocumentType {
  const byName = new Map<string, ElementType>()
  for (const element of elements) {
    const known = byName.get(element.name)
    byName.set(element.name, known === undefined ? element : bothOf(known, element))
  }
  return { ...type, elements: [...byName.values()] }
}

/** Merges two types into one that is valid for reports of either; an element in both accepts the content of both. */
export function eitherOf(a: DocumentType, b: DocumentType): DocumentType {
  return documentType({
    ...a,
    entries: [...new Set([...a.entries, ...b.entries])],
    elements: [...a.elements, ...b.elements],
  })
}

function bothOf(a: ElementType, b: ElementType): ElementType {
  const attributes = [...new Set([...a.attributes, ...b.attributes])]
  if (holds(a, b)) return { ...a, attributes }
  // A DTD allows only one order of an element's children.
  assert(holds(b, a), `The element ${a.name} has two contents that do not fit together.`)
  return { ...b, attributes }
}

/** Whether the outer element accepts all content of the inner one. */
function holds({ content: outer }: ElementType, { content: inner }: ElementType): boolean {
  if (outer === 'text' || inner === 'text') return outer === inner
  let next = 0
  for (const { name, isRepeated } of outer) {
    const wanted = inner[next]
    if (wanted?.name === name && (isRepeated || !wanted.isRepeated)) next += 1
  }
  return next === inner.length
}

const ROOT_ATTRIBUTES = ['Name', 'Version', 'xmlns', 'MerchantID', 'ReportStartDate', 'ReportEndDate']

export function dtdText({ title, version, entries, elements }: DocumentType): string {
  return [
    `<!-- ${title}, version ${version} -->`,
    `<!ELEMENT ${REPORT_ELEMENT} ${entriesText(entries)}>`,
    attributesText(REPORT_ELEMENT, ROOT_ATTRIBUTES, '#REQUIRED'),
    ...elements.flatMap(({ name, content, attributes }) => [
      `<!ELEMENT ${name} ${contentText(content)}>`,
      ...(attributes.length === 0 ? [] : [attributesText(name, attributes, '#IMPLIED')]),
    ]),
    '',
  ].join('\n')
}

function entriesText(entries: readonly string[]): string {
  const [only = '', ...others] = entries
  return others.length === 0 ? `(${only}*)` : `(${entries.map((entry) => `${entry}+`).join(' | ')})?`
}

function contentText(content: ElementType['content']): string {
  if (content === 'text') return '(#PCDATA)'
  if (content.length === 0) return 'EMPTY'
  return `(${content.map(({ name, isRepeated }) => `${name}${isRepeated ? '*' : '?'}`).join(', ')})`
}

function attributesText(element: string, names: readonly string[], presence: '#REQUIRED' | '#IMPLIED'): string {
  const lines = names.map((name) => `  ${name} CDATA ${presence}`)
  return `<!ATTLIST ${element}\n${lines.join('\n')}>`
}
