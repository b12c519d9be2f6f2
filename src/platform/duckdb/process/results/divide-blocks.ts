// pure

/** The rows from `first` on, up to the one before `next`. */
export type Turn = { readonly first: number; readonly next: number }

type Block = { readonly rows: number; readonly bytes: number }

/** Joins consecutive blocks up to the given number of bytes; a larger block is a slice of its own. */
export function divideBlocks(blocks: readonly Block[], bytesMax: number): readonly Turn[] {
  const turns: Turn[] = []
  let first = 0
  let next = 0
  let bytes = 0
  for (const block of blocks) {
    if (next > first && bytes + block.bytes > bytesMax) {
      turns.push({ first, next })
      first = next
      bytes = 0
    }
    next += block.rows
    bytes += block.bytes
  }
  return next > first ? [...turns, { first, next }] : turns
}
