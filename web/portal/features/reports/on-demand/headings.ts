// pure
import { headingOf } from './tables.ts'

type Headings = { readonly texts: readonly string[]; readonly isTranslated: boolean }

/**
 * The headings of a table in the reader's language, or else the names of its columns in the API as people read them. A
 * table is in one language: clearing levels have technical terms, for which few languages have words.
 */
export function headingsOf(columns: readonly string[], words: Readonly<Record<string, string>>): Headings {
  const known = columns.flatMap((name) => (Object.hasOwn(words, name) ? [words[name] ?? ''] : []))
  const isTranslated = known.length === columns.length
  return { texts: isTranslated ? known : columns.map(headingOf), isTranslated }
}
