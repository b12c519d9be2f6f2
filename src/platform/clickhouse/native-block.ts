import { FixedColumn, MapColumn, NullableColumn, TextColumn, type Width } from './native-columns.ts'

/** Int64 and what is kept as one; Decimal128. */
const WIDTHS: readonly (readonly [RegExp, Width])[] = [
  [/^UInt8$/, 1],
  [/^Date32$/, 4],
  [/^(U?Int64|DateTime64\(.*\)|Decimal\((?:[1-9]|1[0-8]), \d+\))$/, 8],
  [/^Decimal\((?:19|2\d|3[0-8]), \d+\)$/, 16],
]

type AnyColumn = TextColumn | FixedColumn | NullableColumn | MapColumn

/**
 * Rows on their way to the engine, kept column by column in its own binary format. Columns that no row
 * has a value for are never sent; the engine fills them with their defaults.
 */
export class NativeBlock {
  readonly #columns = new Map<string, { readonly type: string; readonly column: AnyColumn }>()
  #rowCount = 0

  get rowCount(): number {
    return this.#rowCount
  }

  get byteLength(): number {
    let bytes = 0
    for (const { column } of this.#columns.values()) bytes += column.byteLength
    return bytes
  }

  get columnNames(): readonly string[] {
    return [...this.#columns.keys()]
  }

  /** The values put from now on belong to a new row. */
  beginRow(): void {
    this.#rowCount += 1
  }

  put(name: string, type: string, value: string | number | bigint | Buffer): void {
    this.#column(name, type).put(this.#rowCount - 1, value)
  }

  putInMap(
    name: string,
    type: string,
    { key, value }: { readonly key: string; readonly value: string | number | bigint },
  ): void {
    ;(this.#column(name, type) as MapColumn).putEntry(this.#rowCount - 1, key, value)
  }

  toBuffer(): Buffer {
    const head = new TextColumn()
    head.putVarint(this.#columns.size)
    head.putVarint(this.#rowCount)
    const parts = [head.toBuffer(0)]
    for (const [name, { type, column }] of this.#columns) {
      const title = new TextColumn()
      title.put(0, name)
      title.put(1, type)
      parts.push(title.toBuffer(2), column.toBuffer(this.#rowCount))
    }
    return Buffer.concat(parts)
  }

  #column(name: string, type: string): AnyColumn {
    const known = this.#columns.get(name)
    if (known !== undefined) return known.column
    // The engine makes the repetitive ones out of plain texts by itself.
    const sent = type.replaceAll(/LowCardinality\((\w+)\)/g, '$1')
    const column = columnFor(sent)
    this.#columns.set(name, { type: sent, column })
    return column
  }
}

function columnFor(type: string): AnyColumn {
  if (type === 'String') return new TextColumn()
  const fixed = /^FixedString\((\d+)\)$/.exec(type)?.[1]
  if (fixed !== undefined) return new FixedColumn(Number(fixed) as Width)
  const nullable = /^Nullable\((.*)\)$/.exec(type)?.[1]
  if (nullable !== undefined) return new NullableColumn(new FixedColumn(widthOf(nullable)))
  const mapped = /^Map\(String, (.*)\)$/.exec(type)?.[1]
  if (mapped !== undefined) {
    return new MapColumn(mapped === 'String' ? new TextColumn() : new FixedColumn(widthOf(mapped)))
  }
  return new FixedColumn(widthOf(type))
}

function widthOf(type: string): Width {
  const found = WIDTHS.find(([pattern]) => pattern.test(type))
  if (found === undefined) throw new Error(`No column of type ${type} can be sent to the engine.`)
  return found[1]
}
