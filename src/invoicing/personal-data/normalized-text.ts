// pure
/**
 * Normalizes text for a search for numbers: digits of every script become 0–9, every dash becomes -, every
 * space a plain space, letters become upper case, invisible characters are removed. It works character by
 * character, because normalizing a whole text can take quadratic time.
 */
export function normalizedText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toUpperCase()
  return Array.from(text, normalizedCharacter).join('').toUpperCase()
}

function normalizedCharacter(character: string): string {
  if (character <= '\x7f') return character
  return Array.from(character.normalize('NFKC'), plainCharacter).join('')
}

function plainCharacter(character: string): string {
  if (character <= '\x7f') return character
  if (/\p{Nd}/u.test(character)) return String(digitValue(character))
  if (/[\p{Pd}\u2212]/u.test(character)) return '-'
  if (/\p{Zs}/u.test(character)) return ' '
  return /\p{Cf}/u.test(character) ? '' : character
}

/** The ten digits of a script are consecutive, so the value of a digit is the number of digits before it. */
function digitValue(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  let before = 0
  while (before < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before += 1
  return before
}
