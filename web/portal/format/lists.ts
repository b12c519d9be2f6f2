// pure
import type { Language } from '../../../src/kernel/language.ts'

const WIDE_COMMA: ReadonlySet<Language> = new Set(['ja-JP', 'zh-CN', 'zh-TW'])

/**
 * Values in a row: Draft, Open. Intl.ListFormat has no such list: its units have no separator in Russian and Chinese,
 * and an "and" in German.
 */
export function listText(texts: readonly string[], language: Language): string {
  return texts.join(WIDE_COMMA.has(language) ? '、' : ', ')
}
