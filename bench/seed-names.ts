import { searchTextOf } from '../src/invoicing/storage/search-text.ts'
import { foldedText } from '../src/kernel/folded-text.ts'

/** With accents, in several scripts, and none part of another: a hundred of each. */
const FIRST = ['Zoë', 'José', 'Łukasz', 'Søren', 'İlker', 'Νίκος', 'Артём', '太郎', 'Ada', 'Grace']
const LAST = ['Müller', 'García', 'Großmann', 'Đặng', 'Şahin', 'Παππάς', 'Зайцев', '田中', 'Lovelace', 'Hopper']
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu']

const varied = (names: readonly string[]) => names.flatMap((name) => SYLLABLES.map((syllable) => `${name}${syllable}`))
const FIRST_NAMES = varied(FIRST)
export const LAST_NAMES = varied(LAST)
/** As many as there are pairs of first and last names. */
export const CUSTOMERS = FIRST_NAMES.length * LAST_NAMES.length

export type SeedName = {
  readonly name: string
  /** As it is searched for. */
  readonly searched: string
  /** The part of an address before its number. */
  readonly local: string
  readonly domain: string
}

/** The customer of an index: last names change fastest. */
export function seedName(index: number): SeedName {
  const at = index % LAST_NAMES.length
  const name = `${FIRST_NAMES[Math.floor(index / LAST_NAMES.length) % FIRST_NAMES.length]} ${LAST_NAMES[at]}`
  const local = foldedText(name).replaceAll(/[^a-z]+/g, '.')
  return {
    name,
    searched: searchTextOf(aloneWith(name)).trim(),
    local,
    domain: `mail${String(at).padStart(2, '0')}.example`,
  }
}

/** An invoice of which only the description is searched. */
function aloneWith(description: string): Parameters<typeof searchTextOf>[0] {
  return { invoiceNumber: '', terms: { customer: {}, description } as never }
}
