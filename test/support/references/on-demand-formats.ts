import { parse } from 'csv-parse/sync'
import { DtdValidator, XmlDocument, XmlDtd, XmlElement } from 'libxml2-wasm'
import { dtdsByName } from '../../../src/reporting/definitions/dtds.ts'
import type { ItemForm } from '../../../src/reporting/on-demand/responses/report-form.ts'
import { BASE_URL } from '../apps/app.ts'
import type { OnDemandApp } from '../http/on-demand-client.ts'
import { unguardedText } from './guarded-text.ts'

type Texts = Readonly<Record<string, string>>
type AskParameters = Parameters<OnDemandApp['ask']>

const DTDS = dtdsByName()

/** The problems that our DTD finds in a response that names it; empty if it is valid. */
export function servedDtdProblems(text: string): string {
  const [, address = ''] = /<!DOCTYPE Report SYSTEM "([^"]*)">/.exec(text) ?? []
  const served = DTDS.get(address.replace(`${BASE_URL}/reporting/v3/dtds/`, ''))
  if (served === undefined) return `There is no DTD at ${address}.`
  using dtd = XmlDtd.fromString(served)
  using document = XmlDocument.fromString(text)
  try {
    new DtdValidator(dtd).validate(document)
    return ''
  } catch (error) {
    return String(error)
  }
}

/** The entries of one report in each of its formats, by the names of JSON, with all values as texts. */
export async function entriesInAllFormats(
  app: OnDemandApp,
  [owner, name, parameters]: readonly [AskParameters[0], AskParameters[1], AskParameters[2]],
  form: ItemForm,
): Promise<Readonly<Record<'json' | 'xml' | 'csv', readonly Texts[]>> & { readonly dtd: string }> {
  const ask = (accept: string) => app.ask(owner, name, parameters, { accept })
  const [json, xml, csv] = [await ask('application/json'), await ask('application/xml'), await ask('text/csv')]
  return {
    json: (json.body[form.listName] as readonly object[]).map((entry) =>
      Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, String(value)])),
    ),
    xml: entriesInXml(xml.text, form),
    csv: entriesInCsv(csv.text),
    dtd: servedDtdProblems(xml.text),
  }
}

function entriesInXml(text: string, { element, columns }: ItemForm): readonly Texts[] {
  using document = XmlDocument.fromString(text)
  const names = new Map(columns.map(({ xmlName, name }) => [xmlName, name]))
  return elementsOf(document.root).map((entry) => {
    if (entry.name !== element) throw new Error(`There is an element ${entry.name}.`)
    const values = [
      ...entry.attrs.map(({ name, value }) => [name, value] as const),
      ...elementsOf(entry).map(({ name, content }) => [name, content] as const),
    ]
    return Object.fromEntries(values.map(([name, value]) => [names.get(name) ?? name, value]))
  })
}

function elementsOf(parent: XmlElement): readonly XmlElement[] {
  const elements: XmlElement[] = []
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) elements.push(node)
  }
  return elements
}

function entriesInCsv(text: string): readonly Texts[] {
  const rows: readonly (readonly string[])[] = parse(text, {
    record_delimiter: '\n',
    relax_column_count: true,
  })
  const [, names = [], ...entries] = rows
  return entries.map((cells) =>
    Object.fromEntries(cells.flatMap((cell, at) => (cell === '' ? [] : [[names[at] ?? '', unguardedText(cell)]]))),
  )
}
