import type { Field, FieldValue } from '../../catalogue/field.ts'
import type { RecordKind } from '../../catalogue/kinds.ts'
import { ENVELOPE_COLUMNS, type Place, placeOf, RARE_COLUMNS } from '../../catalogue/record-table.ts'
import { AMOUNT_SCALE, type Column, type ColumnType, DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { JSON_MAP_VALUES, JSON_VALUES } from '../../platform/engine/json-values.ts'
import type { RecordContent } from '../reading/record.ts'
import { contentHash } from './content-hash.ts'
import { type PackedRecords, packVersions, unpackVersions } from './packed-records.ts'
import type { StoredVersion } from './versions.ts'

/** The sender, the source and the time of arrival of records. */
export type Delivery = {
  readonly organizationId: string
  readonly source: DeliverySource
  /**
   * When they arrive. A function is called when the records are about to be stored, under the lock of their
   * merchants: `chooseCutOff` relies on that.
   */
  readonly receivedAtMs: number | (() => number)
}

export type DeliverySource = 'ingest' | 'import' | 'outbox' | 'demo'

const FINER = 10n ** BigInt(DECIMAL_SCALE - AMOUNT_SCALE)

type RareName = (typeof RARE_COLUMNS)[number]['name']

/** How a field is written: as a member of the row, or as an entry of one of its maps. */
type Writing = {
  readonly map: RareName | undefined
  /** The name with its quotes and colon. */
  readonly name: string
  readonly jsonOf: (value: FieldValue) => string
}

/** A row ends with two instants, which are filled in when the rows are about to be stored. */
const INSTANT_LENGTH = JSON_VALUES.instant(0).length
const RECEIVED = ',"received_at":'
const FIRST_RECEIVED = ',"first_received_at":'
const BLANK_INSTANT = ' '.repeat(INSTANT_LENGTH)
const ROW_END = `${RECEIVED}${BLANK_INSTANT}${FIRST_RECEIVED}${BLANK_INSTANT}}\n`
/** Where the instants begin, counted from the end of the row. */
const FIRST_RECEIVED_FROM_END = INSTANT_LENGTH + '}\n'.length
const RECEIVED_FROM_END = FIRST_RECEIVED_FROM_END + FIRST_RECEIVED.length + INSTANT_LENGTH
const INITIAL_BYTES = 64 * 1024

/**
 * Records of one kind that are stored together. Each is written immediately as the line that the engine reads, so that
 * its object need not be kept: the lines are bytes outside the JavaScript heap, and are sent without another copy.
 */
export class RecordBatch {
  readonly kind: RecordKind
  /** Identifies each record, in the order in which they were added. */
  readonly versions: StoredVersion[]
  readonly #leftOut = new Set<number>()
  #bytes: Buffer<ArrayBuffer>
  #length: number
  /** Where each row ends. */
  readonly #ends: number[]
  /** When each row was received. */
  readonly #receivedAt: Delivery['receivedAtMs'][]
  /** Maps are always sent, so that a row without entries has an empty one. */
  readonly #columns = new Map<string, Column>(
    [...ENVELOPE_COLUMNS, ...RARE_COLUMNS].map((column) => [column.name, column]),
  )
  /** How each field is written, filled as fields first occur. */
  readonly #writings = new Map<Field, Writing>()

  /** Empty, or with the records that another thread has packed. */
  constructor(kind: RecordKind, packed?: PackedRecords & Pick<Delivery, 'receivedAtMs'>) {
    this.kind = kind
    this.versions = packed === undefined ? [] : unpackVersions(packed.versions)
    this.#bytes = packed === undefined ? Buffer.allocUnsafeSlow(INITIAL_BYTES) : Buffer.from(packed.bytes)
    this.#ends = [...(packed?.ends ?? [])]
    this.#length = this.#ends.at(-1) ?? 0
    this.#receivedAt = this.#ends.map(() => packed?.receivedAtMs ?? 0)
    for (const column of packed?.columns ?? []) this.#columns.set(column.name, column)
  }

  /** The records for another thread; the batch must not be used afterwards. */
  packed(): PackedRecords {
    return {
      bytes: this.#bytes.buffer,
      ends: Float64Array.from(this.#ends),
      columns: [...this.#columns.values()],
      versions: packVersions(this.versions),
    }
  }

  get byteLength(): number {
    return this.#length
  }

  add(record: RecordContent, { organizationId, source, receivedAtMs }: Delivery): void {
    const { merchantId, occurredAtMs, recordId, version, isDeleted } = record
    const hash = contentHash(record)
    this.versions.push({ merchantId, occurredAtMs, recordId, version, hash })
    let row = `{"organization_id":${JSON_VALUES.text(organizationId)},"merchant_id":${JSON_VALUES.text(merchantId)},"occurred_at":${JSON_VALUES.instant(occurredAtMs)},"record_id":${JSON_VALUES.text(recordId)},"version":${version},"is_deleted":${isDeleted ? 1 : 0},"content_hash":${JSON_VALUES.hash(hash)},"source":"${source}"`
    const maps = new Map<RareName, string>()
    for (const [field, value] of record.values) {
      const { map, name, jsonOf } = this.#writingOf(field)
      if (map === undefined) row += `,${name}${jsonOf(value)}`
      else {
        const entries = maps.get(map)
        const entry = `${name}${jsonOf(value)}`
        maps.set(map, entries === undefined ? entry : `${entries},${entry}`)
      }
    }
    for (const [map, entries] of maps) row += `,"${map}":{${entries}}`
    this.#append(`${row}${ROW_END}`)
    this.#ends.push(this.#length)
    this.#receivedAt.push(receivedAtMs)
  }

  /** Excludes a record from storing. */
  leaveOut(index: number): void {
    this.#leftOut.add(index)
  }

  isLeftOut(index: number): boolean {
    return this.#leftOut.has(index)
  }

  /**
   * Inserts the records into their table, or only those with a 1 in `kept`. `firstReceivedAtMs` gives, by index, when
   * the record that a row replaces first arrived.
   */
  async insertInto(
    engine: Pick<Engine, 'insert'>,
    kept?: Uint8Array,
    firstReceivedAtMs: (index: number) => number | undefined = () => undefined,
  ): Promise<void> {
    const times = new Map<Delivery['receivedAtMs'], string>()
    const textOf = (receivedAt: Delivery['receivedAtMs']): string =>
      JSON_VALUES.instant(typeof receivedAt === 'number' ? receivedAt : receivedAt())
    const runs = new KeptRuns()
    for (const [index, receivedAt] of this.#receivedAt.entries()) {
      if (kept !== undefined && kept[index] !== 1) continue
      const end = this.#ends[index] ?? 0
      const received = times.getOrInsertComputed(receivedAt, textOf)
      const firstMs = firstReceivedAtMs(index)
      const first = firstMs === undefined ? received : JSON_VALUES.instant(firstMs)
      this.#bytes.write(received, end - RECEIVED_FROM_END, 'latin1')
      this.#bytes.write(first, end - FIRST_RECEIVED_FROM_END, 'latin1')
      runs.add(index === 0 ? 0 : (this.#ends[index - 1] ?? 0), end)
    }
    const pieces = runs.all.map(({ from, to }) => this.#bytes.subarray(from, to))
    const columns = [...this.#columns.values()]
    await engine.insert(this.kind.table, { columns, rowCount: runs.rowCount, pieces })
  }

  #append(row: string): void {
    // A UTF-16 unit takes three bytes at most.
    const needed = this.#length + row.length * 3
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#length += this.#bytes.write(row, this.#length)
  }

  #writingOf(field: Field): Writing {
    const known = this.#writings.get(field)
    if (known !== undefined) return known
    const place = placeOf(this.kind, field)
    this.#columns.set(place.column.name, place.column)
    const writing = writingOf(field, place)
    this.#writings.set(field, writing)
    return writing
  }
}

/** Joins neighbouring rows to as few ranges of bytes as possible. */
class KeptRuns {
  readonly all: { readonly from: number; to: number }[] = []
  rowCount = 0

  add(from: number, to: number): void {
    this.rowCount += 1
    const last = this.all.at(-1)
    if (last?.to === from) last.to = to
    else this.all.push({ from, to })
  }
}

function writingOf(field: Field, { column, key }: Place): Writing {
  if (key === undefined) {
    const jsonOf = JSON_VALUES[column.type as Exclude<ColumnType, keyof typeof JSON_MAP_VALUES>]
    return { map: undefined, name: `"${column.name}":`, jsonOf }
  }
  const name = `${JSON.stringify(key)}:`
  const jsonOf = JSON_MAP_VALUES[column.type]
  // Amounts and other decimals share a map, and so a scale.
  return field.type.kind === 'amount'
    ? { map: column.name, name, jsonOf: (value) => jsonOf(BigInt(value) * FINER) }
    : { map: column.name, name, jsonOf }
}
