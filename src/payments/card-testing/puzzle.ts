// pure

/**
 * A puzzle costs a browser about a second, and its check a hundredth of that. It is signed and not stored. It counts for
 * one attempt on one link from one network, for some minutes: the key of an attempt is used once, and so is its puzzle.
 */
export type Puzzle = {
  /** When it was given, and its code. */
  readonly puzzle: string
  readonly parts: number
  readonly iterations: number
  /** Without the work, the same form is accepted after this. */
  readonly waitSeconds: number
}
