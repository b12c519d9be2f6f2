// pure
const WORDS_MAX = 10
const MARKS = /[\u0300-\u036f]/g

/** The words of a search, folded as `organizations.folded_name` is: without case and accents. */
export function searchWords(text: string): readonly string[] {
  const folded = text.normalize('NFKD').replaceAll(MARKS, '').toLowerCase()
  return folded
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
}
