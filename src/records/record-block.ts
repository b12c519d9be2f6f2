import { type AnyColumn, NativeBlock } from '../platform/clickhouse/native-block.ts'
import type { MapColumn } from '../platform/clickhouse/native-columns.ts'
import { contentHash } from './content-hash.ts'
import type { Field } from './domain/catalogue/field.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import type { FieldValue, RecordContent } from './domain/record.ts'
import {
  AMOUNT_SCALE,
  DECIMAL_SCALE,
  ENVELOPE_COLUMNS,
  type Place,
  placeOf,
} from './domain/record-table.ts'
import { SQL_TYPES } from './record-table-sql.ts'

/** Who brings records, how, and when. */
export type Delivery = {
  readonly organizationId: string
  readonly source: RecordSource
  /**
   * When they came. What tells the time is asked once the records are about to be stored and nobody else can store
   * any of the same merchants: whoever then looks at all that came by an instant has waited for those before it.
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

/** Puts a field's value into a row. */
type PutValue = (row: number, value: FieldValue) => void

/** Records of one kind on their way to the kind's table. */
export class RecordBlock {
  readonly native = new NativeBlock()
  readonly #kind: RecordKind
  readonly #delivery: Delivery
  readonly #envelope: EnvelopeColumns
  /** Where a field goes is looked up once, when the first record has it. */
  readonly #puts = new Map<Field, PutValue>()
  /** Of each row. */
  readonly #receivedAt: Delivery['receivedAtMs'][] = []

  constructor(kind: RecordKind, delivery: Delivery) {
    this.#kind = kind
    this.#delivery = delivery
    this.#envelope = envelopeColumns(this.native)
  }

  add({ record, hash, delivery = this.#delivery }: HashedRecord): void {
    const { organizationId, source, receivedAtMs } = delivery
    const row = this.native.beginRow()
    const columns = this.#envelope
    columns.organization_id.put(row, organizationId)
    columns.merchant_id.put(row, record.merchantId)
    columns.occurred_at.put(row, record.occurredAtMs)
    columns.record_id.put(row, record.recordId)
    columns.version.put(row, record.version)
    columns.is_deleted.put(row, record.isDeleted ? 1 : 0)
    columns.content_hash.put(row, hash)
    this.#receivedAt.push(receivedAtMs)
    columns.source.put(row, source)
    for (const [field, value] of record.values) this.#putOf(field)(row, value)
  }

  /** Writes down when the records came; said before they are sent, and again before they are sent once more. */
  stamp(): void {
    const told = new Map<() => number, number>()
    const msOf = (receivedAt: Delivery['receivedAtMs']): number => {
      if (typeof receivedAt === 'number') return receivedAt
      const ms = told.get(receivedAt) ?? receivedAt()
      told.set(receivedAt, ms)
      return ms
    }
    this.native.replace('received_at', SQL_TYPES.instant, this.#receivedAt.map(msOf))
  }

  #putOf(field: Field): PutValue {
    const known = this.#puts.get(field)
    if (known !== undefined) return known
    const put = putInto(this.native, field, placeOf(this.#kind, field))
    this.#puts.set(field, put)
    return put
  }
}

type EnvelopeColumns = Readonly<Record<(typeof ENVELOPE_COLUMNS)[number]['name'], AnyColumn>>

function envelopeColumns(native: NativeBlock): EnvelopeColumns {
  const columns = ENVELOPE_COLUMNS.map(({ name, type }) => [
    name,
    native.column(name, SQL_TYPES[type]),
  ])
  return Object.fromEntries(columns) as EnvelopeColumns
}

function putInto(native: NativeBlock, field: Field, { column, key }: Place): PutValue {
  const target = native.column(column.name, SQL_TYPES[column.type])
  if (key === undefined) return (row, value) => target.put(row, value)
  const map = target as MapColumn
  // Amounts and other decimals share a map, and so a scale.
  return field.type.kind === 'amount'
    ? (row, value) => map.putEntry(row, key, BigInt(value) * FINER)
    : (row, value) => map.putEntry(row, key, value)
}
