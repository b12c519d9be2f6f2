// pure
/**
 * The text in one spelling, for whoever looks for numbers in it: digits of every script as 0–9, every
 * kind of dash as -, every kind of blank as a space, capital letters, nothing invisible. It goes character by
 * character: normalising a whole text may take a time that grows with its square.
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

/** The ten digits of a script stand in a row, so a digit is worth as many as stand before it. */
function digitValue(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  let before = 0
  while (before < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before += 1
  return before
}
