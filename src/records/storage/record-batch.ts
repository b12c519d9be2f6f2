import type { RecordKind } from '../../catalogue/kinds.ts'
import { type Delivery, type HashedRecord, RecordBlock } from './record-block.ts'
import type { StoredVersion } from './versions.ts'

/** Records of one kind that are stored together: packed at once, so that their objects need not be held. */
export class RecordBatch {
  readonly kind: RecordKind
  readonly block: RecordBlock
  /** What each record is known by, in the order in which they were added. */
  readonly versions: StoredVersion[] = []
  readonly #left = new Set<number>()

  constructor(kind: RecordKind, delivery: Delivery) {
    this.kind = kind
    this.block = new RecordBlock(kind, delivery)
  }

  add(hashed: HashedRecord): void {
    const { merchantId, occurredAtMs, recordId, version } = hashed.record
    this.versions.push({ merchantId, occurredAtMs, recordId, version, hash: hashed.hash })
    this.block.add(hashed)
  }

  /** Leaves a record out of what is stored. */
  leaveOut(index: number): void {
    this.#left.add(index)
  }

  isLeftOut(index: number): boolean {
    return this.#left.has(index)
  }
}
