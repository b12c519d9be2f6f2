type Hyphenate = (text: string) => string
type Patterns = keyof typeof PATTERNS

const SOFT_HYPHEN = '\u00ad'
const CYRILLIC = /\p{Script=Cyrillic}/u
const LATIN = /\p{Script=Latin}/u

/** The patterns of a language take some milliseconds to load. */
const PATTERNS = {
  de: async () => (await import('hyphen/de-1996/index.js')).default,
  en: async () => (await import('hyphen/en-us/index.js')).default,
  es: async () => (await import('hyphen/es/index.js')).default,
  fr: async () => (await import('hyphen/fr/index.js')).default,
  pt: async () => (await import('hyphen/pt/index.js')).default,
  ru: async () => (await import('hyphen/ru/index.js')).default,
} satisfies Record<string, () => Promise<{ readonly hyphenateSync: Hyphenate }>>

/** Divides words. Patterns are loaded when a word first needs them, and are kept. */
export class Hyphenation {
  readonly #loaded = new Map<Patterns, Hyphenate>()

  /**
   * The parts of a word, which may have hyphens between them. Without its patterns the word stays whole, and their name is
   * added to `missing`.
   */
  partsOf(word: string, language: string, missing: Set<Patterns>): readonly string[] {
    const patterns = patternsFor(word, language)
    if (patterns === undefined) return word.split(SOFT_HYPHEN)
    const hyphenate = this.#loaded.get(patterns)
    if (hyphenate === undefined) missing.add(patterns)
    return joinedShort((hyphenate?.(word) ?? word).split(SOFT_HYPHEN))
  }

  async load(missing: ReadonlySet<Patterns>): Promise<void> {
    for (const patterns of missing) this.#loaded.set(patterns, (await PATTERNS[patterns]()).hyphenateSync)
  }
}

/** Fewer letters do not stand alone at the start or end of a word. */
const LETTERS_MIN = 3

function joinedShort(parts: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const [index, part] of parts.entries()) {
    const before = joined.at(-1)
    const isShortEnd = index === parts.length - 1 && part.length < LETTERS_MIN
    if (before !== undefined && (before.length < LETTERS_MIN || isShortEnd)) joined[joined.length - 1] = before + part
    else joined.push(part)
  }
  return joined
}

export type MissingPatterns = Set<Patterns>

/** By the script of the word and the language of the document; undefined for scripts that know no hyphens. */
function patternsFor(word: string, language: string): Patterns | undefined {
  if (CYRILLIC.test(word)) return 'ru'
  if (!LATIN.test(word)) return undefined
  const [spoken = ''] = language.split('-')
  return spoken in PATTERNS && spoken !== 'ru' ? (spoken as Patterns) : 'en'
}
