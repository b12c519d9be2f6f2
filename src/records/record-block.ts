import {
  AMOUNT_SCALE,
  type Column,
  type ColumnType,
  DECIMAL_SCALE,
} from '../kernel/stored-column.ts'
import type { InsertedRows } from '../platform/engine/engine.ts'
import { JSON_MAP_VALUES, JSON_VALUES } from '../platform/engine/json-values.ts'
import { contentHash } from './content-hash.ts'
import type { Field } from './domain/catalogue/field.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import type { FieldValue, RecordContent } from './domain/record.ts'
import { ENVELOPE_COLUMNS, type Place, placeOf, RARE_COLUMNS } from './domain/record-table.ts'
import { type Identity, identityOf, type KnownVersion } from './domain/versions.ts'

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

type Row = {
  readonly identity: Identity
  readonly receivedAtMs: Delivery['receivedAtMs']
  /** The members of the JSON object that are known before it is stored. */
  readonly members: string
}

/** Records of one kind on their way to the kind's table, as the lines that the engine reads. */
export class RecordBlock {
  readonly #kind: RecordKind
  readonly #delivery: Delivery
  readonly #rows: Row[] = []
  /** Maps are always sent, so that a row without entries has an empty one. */
  readonly #columns = new Map<string, Column>(
    [...ENVELOPE_COLUMNS, ...RARE_COLUMNS].map((column) => [column.name, column]),
  )
  /** How a field is written is looked up once, when the first record has it. */
  readonly #writings = new Map<Field, Writing>()
  #characters = 0
  #kept: Uint8Array | undefined

  constructor(kind: RecordKind, delivery: Delivery) {
    this.#kind = kind
    this.#delivery = delivery
  }

  get rowCount(): number {
    return this.#rows.length
  }

  /** About how many bytes it takes. */
  get byteLength(): number {
    return this.#characters
  }

  add({ record, hash, delivery = this.#delivery }: HashedRecord): void {
    const { organizationId, source, receivedAtMs } = delivery
    const { merchantId, occurredAtMs, recordId, version, isDeleted } = record
    let members = `"organization_id":${JSON_VALUES.text(organizationId)},"merchant_id":${JSON_VALUES.text(merchantId)},"occurred_at":${JSON_VALUES.instant(occurredAtMs)},"record_id":${JSON_VALUES.text(recordId)},"version":${version},"is_deleted":${isDeleted ? 1 : 0},"content_hash":${JSON_VALUES.hash(hash)},"source":"${source}"`
    const maps = new Map<RareName, string>()
    for (const [field, value] of record.values) {
      const { map, name, jsonOf } = this.#writingOf(field)
      if (map === undefined) members += `,${name}${jsonOf(value)}`
      else {
        const entries = maps.get(map)
        const entry = `${name}${jsonOf(value)}`
        maps.set(map, entries === undefined ? entry : `${entries},${entry}`)
      }
    }
    for (const [map, entries] of maps) members += `,"${map}":{${entries}}`
    this.#rows.push({ identity: { merchantId, occurredAtMs, recordId }, receivedAtMs, members })
    this.#characters += members.length
  }

  /** Leaves out all rows but those with a 1. */
  keepOnly(kept: Uint8Array | undefined): void {
    this.#kept = kept
  }

  /** The rows with the time at which they come; asked for again before they are sent once more. */
  stamped(known: ReadonlyMap<string, KnownVersion>): InsertedRows {
    const times = new Map<() => number, number>()
    const msOf = (receivedAt: Delivery['receivedAtMs']): number => {
      if (typeof receivedAt === 'number') return receivedAt
      const ms = times.get(receivedAt) ?? receivedAt()
      times.set(receivedAt, ms)
      return ms
    }
    const lines: string[] = []
    for (const [index, { identity, receivedAtMs, members }] of this.#rows.entries()) {
      if (this.#kept !== undefined && this.#kept[index] !== 1) continue
      const receivedMs = msOf(receivedAtMs)
      const firstMs =
        known.size === 0 ? undefined : known.get(identityOf(identity))?.firstReceivedAtMs
      const received = JSON_VALUES.instant(receivedMs)
      const first = firstMs === undefined ? received : JSON_VALUES.instant(firstMs)
      lines.push(`{${members},"received_at":${received},"first_received_at":${first}}`)
    }
    return { columns: [...this.#columns.values()], lines }
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
