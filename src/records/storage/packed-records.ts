import type { Column } from '../../kernel/stored-column.ts'
import { HASH_BYTES } from './content-hash.ts'
import type { StoredVersion } from './versions.ts'

/**
 * Records in the form in which they pass from one thread to another. Memory is handed over where possible; one object
 * per record would cost the receiving thread more than reading the lines itself.
 */
export type PackedRecords = {
  readonly bytes: ArrayBuffer
  readonly ends: Float64Array<ArrayBuffer>
  readonly columns: readonly Column[]
  readonly versions: PackedVersions
}

type PackedVersions = {
  /** Each merchant once; `merchants` has their places. */
  readonly merchantIds: readonly string[]
  readonly merchants: Uint32Array<ArrayBuffer>
  readonly recordIds: readonly string[]
  readonly occurredAtMs: Float64Array<ArrayBuffer>
  readonly versions: Float64Array<ArrayBuffer>
  readonly hashes: Uint8Array<ArrayBuffer>
}

export function packVersions(all: readonly StoredVersion[]): PackedVersions {
  const places = new Map<string, number>()
  const hashes = new Uint8Array(all.length * HASH_BYTES)
  for (const [index, { hash }] of all.entries()) hashes.set(hash, index * HASH_BYTES)
  return {
    merchants: Uint32Array.from(all, ({ merchantId }) => places.getOrInsert(merchantId, places.size)),
    merchantIds: [...places.keys()],
    recordIds: all.map(({ recordId }) => recordId),
    occurredAtMs: Float64Array.from(all, ({ occurredAtMs }) => occurredAtMs),
    versions: Float64Array.from(all, ({ version }) => version),
    hashes,
  }
}

export function unpackVersions(packed: PackedVersions): StoredVersion[] {
  const { merchantIds, merchants, occurredAtMs, versions, hashes } = packed
  return packed.recordIds.map((recordId, index) => ({
    merchantId: merchantIds[merchants[index] ?? 0] ?? '',
    occurredAtMs: occurredAtMs[index] ?? 0,
    recordId,
    version: versions[index] ?? 0,
    hash: hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  }))
}

/** The memory that can be handed over instead of copied. */
export function transferableOf({ bytes, ends, versions }: PackedRecords): readonly ArrayBuffer[] {
  const { merchants, occurredAtMs, hashes } = versions
  return [bytes, ends.buffer, merchants.buffer, occurredAtMs.buffer, versions.versions.buffer, hashes.buffer]
}
