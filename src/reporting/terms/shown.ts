// pure
const SHOWN_LENGTH_MAX = 100

/** A sender's text, fit to be told back: whole characters, and not too many. */
export function excerpt(text: string): string {
  return text.slice(0, SHOWN_LENGTH_MAX).toWellFormed()
}
