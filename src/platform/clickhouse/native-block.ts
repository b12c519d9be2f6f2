import { ByteWriter } from '../byte-writer.ts'
import type { KeptRows } from './kept-rows.ts'
import {
  type ColumnValue,
  FixedColumn,
  MapColumn,
  NullableColumn,
  TextColumn,
  type Width,
} from './native-columns.ts'
import { RepetitiveColumn } from './repetitive-column.ts'

/** Int64 and what is kept as one; Decimal128. */
const WIDTHS: readonly (readonly [RegExp, Width])[] = [
  [/^UInt8$/, 1],
  [/^Date32$/, 4],
  [/^(U?Int64|DateTime64\(.*\)|Decimal\((?:[1-9]|1[0-8]), \d+\))$/, 8],
  [/^Decimal\((?:19|2\d|3[0-8]), \d+\)$/, 16],
]

export type AnyColumn = TextColumn | RepetitiveColumn | FixedColumn | NullableColumn | MapColumn

/**
 * Rows on their way to the engine, kept column by column in its own binary format. Columns that no row
 * has a value for are never sent; the engine fills them with their defaults.
 */
export class NativeBlock {
  readonly #columns = new Map<string, { readonly type: string; readonly column: AnyColumn }>()
  #rowCount = 0
  #kept: KeptRows | undefined

  get rowCount(): number {
    return this.#rowCount
  }

  get byteLength(): number {
    let bytes = 0
    for (const { column } of this.#columns.values()) bytes += column.byteLengthOf(this.#rowCount)
    return bytes
  }

  get columnNames(): readonly string[] {
    return [...this.#columns.keys()]
  }

  /** The values put from now on belong to a new row; answers which, counted from 0. */
  beginRow(): number {
    this.#rowCount += 1
    return this.#rowCount - 1
  }

  put(name: string, type: string, value: ColumnValue): void {
    this.column(name, type).put(this.#rowCount - 1, value)
  }

  putInMap(
    name: string,
    type: string,
    { key, value }: { readonly key: string; readonly value: string | number | bigint },
  ): void {
    ;(this.column(name, type) as MapColumn).putEntry(this.#rowCount - 1, key, value)
  }

  /** For who puts many values and will not look the column up for each; asked once there is a value for it. */
  column(name: string, type: string): AnyColumn {
    const known = this.#columns.get(name)
    if (known !== undefined) return known.column
    // Keys of a map may come as plain texts: the engine makes repetitive ones of them by itself.
    const sent = type.replace('Map(LowCardinality(String)', 'Map(String')
    const column = columnFor(sent)
    this.#columns.set(name, { type: sent, column })
    return column
  }

  /** Gives a column its values anew, one for each row. */
  replace(name: string, type: string, values: readonly ColumnValue[]): void {
    const column = columnFor(type) as Exclude<AnyColumn, MapColumn>
    for (const [row, value] of values.entries()) column.put(row, value)
    this.#columns.set(name, { type, column })
  }

  /** Leaves the other rows out of what is sent; undefined: none. Said when all are there. */
  keepOnly(kept: KeptRows | undefined): void {
    this.#kept = kept
  }

  toBuffer(): Buffer {
    const kept = this.#kept
    const head = new ByteWriter()
    head.putVarint(this.#columns.size)
    head.putVarint(kept === undefined ? this.#rowCount : kept.reduce((sum, mark) => sum + mark, 0))
    const parts = [head.written()]
    for (const [name, { type, column }] of this.#columns) {
      const title = new ByteWriter()
      title.putText(name)
      title.putText(type)
      parts.push(title.written(), column.toBuffer(this.#rowCount, kept))
    }
    return Buffer.concat(parts)
  }
}

function columnFor(type: string): AnyColumn {
  if (type === 'String') return new TextColumn()
  if (type === 'LowCardinality(String)') return new RepetitiveColumn()
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
