/** A count is a number; everything else, including amounts, is a string. Undefined if missing. */
type Value = string | number | undefined

/** An entry of a list, keyed by the names of its properties in JSON. */
export type Item = Readonly<Record<string, Value>>

export type Column = {
  /** The name in JSON and CSV. */
  readonly name: string
  /** The name in XML. */
  readonly xmlName: string
  /** Whether CSV writes it without quotes. */
  readonly isNumber: boolean
  /** Whether JSON writes it as a number; amounts are strings. */
  readonly isCount: boolean
  /** Whether XML writes it as an attribute rather than as an element. */
  readonly isAttribute: boolean
}

/** The format of the entries of a list. */
export type ItemForm = {
  /** The name of the list in JSON. */
  readonly listName: string
  /** The element of an entry in XML. */
  readonly element: string
  readonly columns: readonly Column[]
}

/** The layout of a report on demand in each of its formats. */
export type ReportForm = {
  readonly title: string
  readonly version: string
  readonly dtdCode: string
  readonly item: ItemForm
}

/** The layout of a report whose XML groups entries of several kinds in container elements. */
export type NestedForm = Omit<ReportForm, 'item'> & {
  readonly container: { readonly element: string; readonly attributes: readonly string[] }
  /** The kinds of entries, in their order within a container. */
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

/** For example, `requestId` becomes RequestID. */
function xmlNameOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace(/Id$/, 'ID')
}
