import type { ServerDatabases } from '../manifest/file-list.ts'
import type { PostgresPart } from '../manifest/manifest.ts'

export type CopiedPostgres = {
  readonly part: PostgresPart
  readonly folders: readonly string[]
  readonly server: ServerDatabases | undefined
  /** The moment that the restored database shows. */
  readonly moment: Temporal.Instant
}

export async function* countedBytes(
  content: AsyncIterable<Uint8Array>,
  counted: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    counted.bytes += piece.length
    yield piece
  }
}
