// pure
import type { Language } from '../language.ts'

/** Chinese and Japanese have no space between sentences: the full stop is as wide as a character. */
const UNSPACED: ReadonlySet<Language> = new Set(['ja-JP', 'zh-CN', 'zh-TW'])

/** Joins whole sentences. */
export function paragraph(language: Language, sentences: readonly string[]): string {
  return sentences.join(UNSPACED.has(language) ? '' : ' ')
}
