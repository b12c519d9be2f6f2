/** A count is a number; everything else, amounts too, is a text. Undefined where there is none. */
export type Value = string | number | undefined

/** One entry of a list, by the names that JSON gives its values. */
export type Item = Readonly<Record<string, Value>>

export type Column = {
  /** In JSON and CSV. */
  readonly name: string
  /** In XML. */
  readonly xmlName: string
  /** What a spreadsheet is to take for a number is written without quotes. */
  readonly isNumber: boolean
  /** Whether JSON has it as a number; amounts are texts there. */
  readonly isCount: boolean
  /** Whether XML writes it as an attribute rather than as an element. */
  readonly isAttribute: boolean
}

/** What the entries of a list look like. */
export type ItemForm = {
  /** The list in JSON. */
  readonly listName: string
  /** An entry in XML. */
  readonly element: string
  readonly columns: readonly Column[]
}

/** What a report on demand looks like in each of its formats. */
export type ReportForm = {
  readonly title: string
  readonly version: string
  readonly dtdCode: string
  readonly item: ItemForm
}

/** What a report looks like in XML whose entries stand together in elements of their own, kind after kind. */
export type NestedForm = Omit<ReportForm, 'item'> & {
  readonly container: { readonly element: string; readonly attributes: readonly string[] }
  /** The kinds of entries, in the order in which a container holds them. */
  readonly items: readonly ItemForm[]
}

export function column(name: string, given: Partial<Column> = {}): Column {
  const plain = { isNumber: false, isCount: false, isAttribute: false }
  return { name, xmlName: xmlNameOf(name), ...plain, ...given }
}

/** An amount or a rate. */
export function numberColumn(name: string): Column {
  return column(name, { isNumber: true })
}

export function countColumn(name: string): Column {
  return column(name, { isNumber: true, isCount: true })
}

/** `requestId` is RequestID there. */
function xmlNameOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace(/Id$/, 'ID')
}
