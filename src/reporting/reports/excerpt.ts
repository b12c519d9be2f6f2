// pure
const SHOWN_LENGTH_MAX = 100

/** The start of a client's string, safe to repeat in a response. */
export function excerpt(text: string): string {
  return text.slice(0, SHOWN_LENGTH_MAX).toWellFormed()
}
