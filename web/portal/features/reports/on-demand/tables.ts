// pure

export type Table = {
  /** The name of the list in the API. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

type Entry = Readonly<Record<string, unknown>>

/** The lists of a response as tables. A column is there if an entry has a value for it; what contains more is left out. */
export function tablesOf(response: Entry): readonly Table[] {
  return Object.entries(response).flatMap(([name, list]) => {
    const entries = Array.isArray(list) ? list.filter(isEntry) : []
    if (entries.length === 0) return []
    const columns = [...new Set(entries.flatMap((entry) => Object.keys(entry).filter((key) => isPlain(entry[key]))))]
    return [{ name, columns, rows: entries.map((entry) => columns.map((key) => textOf(entry[key]))) }]
  })
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function textOf(value: unknown): string {
  return isPlain(value) ? String(value) : ''
}

/** Names of the API as people read them: fundedAmount is Funded amount. */
export function headingOf(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Amounts and counts stand at the right. */
export function isNumberColumn({ columns, rows }: Table, column: string): boolean {
  const place = columns.indexOf(column)
  return /(?:amount|count)$/i.test(column) && rows.every((row) => /^-?[\d.]*$/.test(row[place] ?? ''))
}
