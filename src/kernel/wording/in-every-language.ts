// pure
import { LANGUAGES, type Language } from '../language.ts'
import { TERMS, type Terms } from './terms.ts'

/** The name of a language's table: DE_DE. */
type Constant<Spoken extends Language> = Spoken extends `${infer Tongue}-${infer Region}`
  ? `${Uppercase<Tongue>}_${Uppercase<Region>}`
  : never

/** One table for each language, by the names that their files give them. */
type Tables<Own> = { readonly [Spoken in Language as Constant<Spoken>]: Own }

/** A table of words by language, with the terms that all tables share. */
export function inEveryLanguage<Own extends object>(tables: Tables<Own>): Readonly<Record<Language, Own & Terms>> {
  const byName: Readonly<Record<string, Own>> = tables
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const constant = language.toUpperCase().replace('-', '_')
      return [language, { ...TERMS[language], ...byName[constant] }]
    }),
  ) as Record<Language, Own & Terms>
}
