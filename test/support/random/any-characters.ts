import fc from 'fast-check'

const CODE_POINT_MAX = 0x10ffff
const SURROGATES = { first: 0xd800, count: 0x800 }

/** Every code point but the halves of surrogate pairs. */
const anyCodePoint = fc
  .integer({ min: 0, max: CODE_POINT_MAX - SURROGATES.count })
  .map((n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count))

/** Among them are the quotes, brackets and control characters that formats give a meaning. */
const latinCharacter = fc.integer({ min: 0, max: 0xff }).map((n) => String.fromCharCode(n))

/** Texts of any characters, half of them in Latin-1. fast-check's own `unit: 'binary'` takes over a second to begin. */
export function anyCharacters(bounds: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...bounds, unit: fc.oneof(anyCodePoint, latinCharacter) })
}
