import { assert } from '../kernel/assert.ts'
import type { RowBatch } from '../platform/clickhouse/row-batches.ts'
import { RowBinaryReader, type RowColumn, textAt } from '../platform/clickhouse/row-binary.ts'
import { HASH_BYTES } from './content-hash.ts'
import type { StoredVersion } from './domain/versions.ts'

/** Reads of exported rows which record each is, and which version of it. */
export class ArchivedVersions {
  readonly #reader: RowBinaryReader
  readonly #places: Readonly<Record<Part, number>>

  constructor(columns: readonly RowColumn[]) {
    const placeOf = (name: string): number => {
      const place = columns.findIndex((column) => column.name === name)
      assert(place >= 0, `Rows without the column ${name} are no records.`)
      return place
    }
    this.#places = {
      merchantId: placeOf('merchant_id'),
      occurredAtMs: placeOf('occurred_at'),
      recordId: placeOf('record_id'),
      version: placeOf('version'),
      hash: placeOf('content_hash'),
    }
    // What stands behind the last of them need not be read again.
    this.#reader = new RowBinaryReader(
      columns.slice(0, Math.max(...Object.values(this.#places)) + 1),
    )
  }

  of({ bytes, ends }: RowBatch): readonly StoredVersion[] {
    return ends.map((_, index) => {
      this.#reader.rowEnd(bytes, ends[index - 1] ?? 0)
      const start = (part: Part): number => this.#reader.startOf(this.#places[part])
      return {
        merchantId: textAt(bytes, start('merchantId')),
        occurredAtMs: Number(bytes.readBigInt64LE(start('occurredAtMs'))),
        recordId: textAt(bytes, start('recordId')),
        version: Number(bytes.readBigUInt64LE(start('version'))),
        hash: bytes.subarray(start('hash'), start('hash') + HASH_BYTES),
      }
    })
  }
}

type Part = keyof StoredVersion
