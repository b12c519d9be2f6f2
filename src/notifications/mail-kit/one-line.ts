// pure
/** Control characters, line separators, and marks that turn the direction of text around. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/gu

/** The text as one line that shows what it contains, for subjects and names of senders. */
export function oneLine(text: string): string {
  return text.replaceAll(UNSEEN, ' ').replaceAll(/ {2,}/g, ' ').trim()
}
