// pure
/**
 * The text in one spelling, for whoever looks for numbers in it: digits of every script as 0–9, every
 * kind of dash as -, every kind of blank as a space, capital letters, nothing invisible. It goes sign by
 * sign: normalising a whole text may take a time that grows with its square.
 */
export function writtenForm(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toUpperCase()
  return Array.from(text, plainSign).join('').toUpperCase()
}

function plainSign(sign: string): string {
  if (sign <= '\x7f') return sign
  return Array.from(sign.normalize('NFKC'), plainPart).join('')
}

function plainPart(sign: string): string {
  if (sign <= '\x7f') return sign
  if (/\p{Nd}/u.test(sign)) return String(digitValue(sign))
  if (/[\p{Pd}\u2212]/u.test(sign)) return '-'
  if (/\p{Zs}/u.test(sign)) return ' '
  return /\p{Cf}/u.test(sign) ? '' : sign
}

/** The ten digits of a script stand in a row, so a digit is worth as many as stand before it. */
function digitValue(sign: string): number {
  const codePoint = sign.codePointAt(0) ?? 0
  let before = 0
  while (before < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before += 1
  return before
}
