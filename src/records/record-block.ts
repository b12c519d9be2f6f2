import { NativeBlock } from '../platform/clickhouse/native-block.ts'
import { contentHash } from './content-hash.ts'
import type { Field } from './domain/catalogue/field.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import type { FieldValue, RecordContent } from './domain/record.ts'
import { AMOUNT_SCALE, DECIMAL_SCALE, type Place, placeOf } from './domain/record-table.ts'
import { SQL_TYPES } from './record-table-sql.ts'

/** Who brings records, how, and when. */
export type Delivery = {
  readonly organizationId: string
  readonly source: RecordSource
  readonly receivedAtMs: number
}

export type RecordSource = 'ingest' | 'import' | 'outbox' | 'demo'

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

/** Records of one kind on their way to the kind's table. */
export class RecordBlock {
  readonly native = new NativeBlock()
  readonly #kind: RecordKind
  readonly #delivery: Delivery
  readonly #places = new Map<Field, Place>()

  constructor(kind: RecordKind, delivery: Delivery) {
    this.#kind = kind
    this.#delivery = delivery
  }

  add({ record, hash, delivery = this.#delivery }: HashedRecord): void {
    const { native } = this
    const { organizationId, source, receivedAtMs } = delivery
    native.beginRow()
    native.put('organization_id', 'String', organizationId)
    native.put('merchant_id', 'String', record.merchantId)
    native.put('occurred_at', SQL_TYPES.instant, record.occurredAtMs)
    native.put('record_id', 'String', record.recordId)
    native.put('version', SQL_TYPES.version, record.version)
    native.put('is_deleted', SQL_TYPES.flag, record.isDeleted ? 1 : 0)
    native.put('content_hash', SQL_TYPES.hash, hash)
    native.put('received_at', SQL_TYPES.instant, receivedAtMs)
    native.put('source', 'String', source)
    for (const [field, value] of record.values) this.#addValue(field, value)
  }

  #addValue(field: Field, value: FieldValue): void {
    const { column, key } = this.#placeOf(field)
    const type = SQL_TYPES[column.type]
    if (key === undefined) this.native.put(column.name, type, value)
    else this.native.putInMap(column.name, type, { key, value: asRare(field, value) })
  }

  #placeOf(field: Field): Place {
    const known = this.#places.get(field)
    if (known !== undefined) return known
    const place = placeOf(this.#kind, field)
    this.#places.set(field, place)
    return place
  }
}

/** Amounts and other decimals share a map, and so a scale. */
function asRare({ type }: Field, value: FieldValue): FieldValue {
  return type.kind === 'amount' ? BigInt(value) * FINER : value
}
