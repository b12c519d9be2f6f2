import type { KindName } from '../../catalogue/kinds.ts'
import type { InputPosition, PackedBatch } from '../ingest/ingest-batch.ts'
import type { BatchBounds, LinesInput } from '../ingest/line-reading.ts'

/** A request to a thread that reads lines; `reading` names the upload. */
export type ReaderRequest = { readonly reading: number } & (
  | { readonly type: 'open'; readonly upload: ReadUpload }
  | { readonly type: 'read'; readonly input: LinesInput }
  | { readonly type: 'end'; readonly bounds: BatchBounds }
  | { readonly type: 'close' }
)

export type ReadUpload = {
  readonly kindName: KindName
  readonly organizationId: string
  /** A smaller limit than usual, for tests that need many batches. */
  readonly rowsMax?: number | undefined
}

export type ReadLines = {
  readonly batches: readonly { readonly packed: PackedBatch; readonly end: InputPosition }[]
  /** Whether too many lines in a row were rejected; nothing more is read then. */
  readonly isStopped: boolean
}

/** The response to `read` and `end`; those of a reading come in the order of the requests. */
export type ReaderResponse = { readonly reading: number } & (
  | { readonly read: ReadLines }
  | { readonly failure: string }
)
