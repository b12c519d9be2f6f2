import type { Field } from '../../catalogue/field.ts'
import type { RecordKind } from '../../catalogue/kinds.ts'
import { ENVELOPE_COLUMNS, type Place, placeOf, RARE_COLUMNS } from '../../catalogue/record-table.ts'
import { AMOUNT_SCALE, type Column, type ColumnType, DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import type { InsertedRows } from '../../platform/engine/engine.ts'
import { JSON_MAP_VALUES, JSON_VALUES } from '../../platform/engine/json-values.ts'
import type { FieldValue, RecordContent } from '../reading/record.ts'
import { contentHash } from './content-hash.ts'

/** Who brings records, how, and when. */
export type Delivery = {
  readonly organizationId: string
  readonly source: RecordSource
  /**
   * When they came. A function is called once the records are about to be stored and nobody else can store any of
   * the same merchants, so that a reader of all that came by an instant has waited for those before it.
   */
  readonly receivedAtMs: number | (() => number)
}

type RecordSource = 'ingest' | 'import' | 'outbox' | 'demo'

/** A record and the hash by which its content is known again. */
export type HashedRecord = {
  readonly record: RecordContent
  readonly hash: Buffer
  /** Where it is not that of its batch. */
  readonly delivery?: Delivery
}

export function hashed(record: RecordContent): HashedRecord {
  return { record, hash: contentHash(record) }
}

const FINER = 10n ** BigInt(DECIMAL_SCALE - AMOUNT_SCALE)

type RareName = (typeof RARE_COLUMNS)[number]['name']

/** How a field is written: a member of its own, or an entry of one of the maps. */
type Writing = {
  readonly map: RareName | undefined
  /** The name with its quotes and colon. */
  readonly name: string
  readonly jsonOf: (value: FieldValue) => string
}

/** Two instants, as `json-values.ts` writes them; filled in when the rows are about to be stored. */
const INSTANT_LENGTH = JSON_VALUES.instant(0).length
const RECEIVED = ',"received_at":'
const FIRST_RECEIVED = ',"first_received_at":'
const BLANK_INSTANT = ' '.repeat(INSTANT_LENGTH)
const ROW_END = `${RECEIVED}${BLANK_INSTANT}${FIRST_RECEIVED}${BLANK_INSTANT}}\n`
/** Where the instants begin, counted from the end of the row. */
const FIRST_RECEIVED_FROM_END = INSTANT_LENGTH + '}\n'.length
const RECEIVED_FROM_END = FIRST_RECEIVED_FROM_END + FIRST_RECEIVED.length + INSTANT_LENGTH
const BYTES_AT_FIRST = 64 * 1024

/**
 * Records of one kind on their way to the kind's table, as the lines that the engine reads. They are kept as bytes
 * outside the JavaScript heap, and sent from there without another copy.
 */
export class RecordBlock {
  readonly #kind: RecordKind
  readonly #delivery: Delivery
  #bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST)
  #length = 0
  /** Where each row ends. */
  readonly #ends: number[] = []
  /** When each row was received. */
  readonly #receivedAt: Delivery['receivedAtMs'][] = []
  /** Maps are always sent, so that a row without entries has an empty one. */
  readonly #columns = new Map<string, Column>(
    [...ENVELOPE_COLUMNS, ...RARE_COLUMNS].map((column) => [column.name, column]),
  )
  /** How a field is written is looked up once, when the first record has it. */
  readonly #writings = new Map<Field, Writing>()
  #kept: Uint8Array | undefined

  constructor(kind: RecordKind, delivery: Delivery) {
    this.#kind = kind
    this.#delivery = delivery
  }

  get rowCount(): number {
    return this.#ends.length
  }

  get byteLength(): number {
    return this.#length
  }

  add({ record, hash, delivery = this.#delivery }: HashedRecord): void {
    const { organizationId, source, receivedAtMs } = delivery
    const { merchantId, occurredAtMs, recordId, version, isDeleted } = record
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

  /** Leaves out all rows but those with a 1. */
  keepOnly(kept: Uint8Array | undefined): void {
    this.#kept = kept
  }

  /**
   * The rows with the time at which they are received. `firstReceivedAtMs` gives, by a row's index, when the record
   * that it replaces was first received. Call it again before the rows are sent once more.
   */
  stamped(firstReceivedAtMs: (index: number) => number | undefined): InsertedRows {
    const times = new Map<Delivery['receivedAtMs'], string>()
    const receivedText = (receivedAt: Delivery['receivedAtMs']): string => {
      const known = times.get(receivedAt)
      if (known !== undefined) return known
      const text = JSON_VALUES.instant(typeof receivedAt === 'number' ? receivedAt : receivedAt())
      times.set(receivedAt, text)
      return text
    }
    const runs = new KeptRuns()
    for (const [index, receivedAt] of this.#receivedAt.entries()) {
      if (this.#kept !== undefined && this.#kept[index] !== 1) continue
      const end = this.#ends[index] ?? 0
      const received = receivedText(receivedAt)
      const firstMs = firstReceivedAtMs(index)
      const first = firstMs === undefined ? received : JSON_VALUES.instant(firstMs)
      this.#bytes.write(received, end - RECEIVED_FROM_END, 'latin1')
      this.#bytes.write(first, end - FIRST_RECEIVED_FROM_END, 'latin1')
      runs.add(index === 0 ? 0 : (this.#ends[index - 1] ?? 0), end)
    }
    const pieces = runs.all.map(({ from, to }) => this.#bytes.subarray(from, to))
    return { columns: [...this.#columns.values()], rowCount: runs.rowCount, pieces }
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
    const place = placeOf(this.#kind, field)
    this.#columns.set(place.column.name, place.column)
    const writing = writingOf(field, place)
    this.#writings.set(field, writing)
    return writing
  }
}

/** Neighbouring rows, joined to as few ranges of bytes as possible. */
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
