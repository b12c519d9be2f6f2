/** A broken invariant is a bug in Quittance: the sentence goes to the log, never to the caller. */
class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence)
}
