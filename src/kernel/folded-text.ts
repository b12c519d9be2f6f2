// pure

/** Letters that Unicode does not decompose, and punctuation that people type in another form. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ĸ: 'k' },
  ς: 'σ',
  ...{ '‘': "'", '’': "'", ʼ: "'", '′': "'" },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
}
const REPLACED = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'gu')

/**
 * Accents, points and vowel signs that writers may leave out. The marks of other scripts are part of a letter: the voiced
 * kana, which are inherited marks too, and the vowels of Indic scripts and Thai.
 */
const MARKS = /(?![\u3099\u309a])(?:(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])\p{M})/gu
/** Soft hyphens, joiners and marks of direction, which nobody sees or types. */
const INVISIBLE = /\p{Cf}/gu
const SPACES = /[\s\p{Cc}]+/gu
const ASCII = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/

/**
 * A text as it is compared in a search: without accents, letter case, width and invisible characters, with single spaces.
 * Stored texts and searched ones are folded alike, so a change of this function needs a migration of stored ones.
 */
export function foldedText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll(INVISIBLE, '')
    .toLowerCase()
    .replaceAll(REPLACED, (character) => REPLACEMENTS[character] ?? character)
    .replaceAll(SPACES, ' ')
    .trim()
    .normalize('NFC')
}
