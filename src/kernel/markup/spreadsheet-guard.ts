// pure

/** The characters that begin a formula in a spreadsheet, also in their full-width form. */
const FORMULA_STARTS: readonly string[] = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

/** A string that begins with one of these is guarded, whatever follows. */
const ENDS_OF_CELLS: readonly string[] = ['\t', '\r', '\n']

/**
 * Characters that end a cell for programs that separate cells by something else than a comma, as spreadsheets do in many
 * countries. Quotes protect only a cell that begins with one, and for such a program most of ours begin elsewhere.
 */
export const OTHER_SEPARATORS: readonly string[] = [';', ...ENDS_OF_CELLS]

type CharacterRange = readonly [first: string, last: string]

/** White space and format characters, which a program may skip before a formula; without the separators. */
const INVISIBLE: readonly CharacterRange[] = [
  ['\u0001', '\u0008'],
  ['\u000b', '\u000c'],
  ['\u000e', '\u0020'],
  ['\u007f', '\u00a0'],
  ['\u00ad', '\u00ad'],
  ['\u061c', '\u061c'],
  ['\u1680', '\u1680'],
  ['\u180e', '\u180e'],
  ['\u2000', '\u200f'],
  ['\u2028', '\u202f'],
  ['\u205f', '\u206f'],
  ['\u3000', '\u3000'],
  ['\ufeff', '\ufeff'],
  ['\ufff9', '\ufffb'],
]

/** The first bytes of strings that may need an apostrophe before them, in UTF-8. */
export const SUSPECT_BYTES: readonly number[] = [
  ...new Set(
    [...[...ENDS_OF_CELLS, ...FORMULA_STARTS].map((each) => [each, each] as const), ...INVISIBLE].flatMap(bytesOf),
  ),
].toSorted((one, other) => one - other)

/** A string that begins with a character of these ranges needs none. They are few, so that they are quick to find. */
export const HARMLESS_STARTS: readonly CharacterRange[] = [
  ['.', '<'],
  ['A', '~'],
  ['\u00ae', '\u061b'],
  ['\u3001', '\ufdff'],
]

function bytesOf([first, last]: CharacterRange): readonly number[] {
  const [from, to] = [first, last].map((each) => new TextEncoder().encode(each)[0] ?? 0) as [number, number]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Writes a character in a regular expression; `\x{3000}` for RE2, `\u{3000}` for JavaScript. */
type Written = (hex: string) => string

const classOf = (ranges: readonly CharacterRange[], written: Written): string =>
  ranges.map((range) => range.map((character) => written(hexOf(character))).join('-')).join('')

const eachOf = (characters: readonly string[], written: Written): string =>
  characters.map((character) => written(hexOf(character))).join('')

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}

/** Patterns for the places of a string that need an apostrophe. */
export type GuardPatterns = {
  /** The beginning of a string that needs one before it. */
  readonly start: string
  /** Anywhere: a separator, after which it belongs, and the beginning of a formula. Quotes are skipped, doubled ones too. */
  readonly afterSeparator: string
}

function guardPatterns(written: Written): GuardPatterns {
  const invisible = classOf(INVISIBLE, written)
  const separators = eachOf(OTHER_SEPARATORS, written)
  const starts = eachOf(FORMULA_STARTS, written)
  return {
    start: `^([${eachOf(ENDS_OF_CELLS, written)}]|[${invisible}]*[${starts}])`,
    afterSeparator: `([${separators}])([${invisible}"]*[${starts}])`,
  }
}

/** For RE2, which both engines use. */
export const SQL_GUARD: GuardPatterns = guardPatterns((hex) => `\\x{${hex}}`)
export const SCRIPT_GUARD: GuardPatterns = guardPatterns((hex) => `\\u{${hex}}`)
