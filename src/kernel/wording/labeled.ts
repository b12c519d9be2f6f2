// pure
import type { Language } from '../language.ts'

/** The separator between a label and its value where they share a line. */
const COLONS: Partial<Record<Language, string>> = {
  'fr-FR': '\u00A0: ',
  'ja-JP': '：',
  'zh-CN': '：',
  'zh-TW': '：',
}

export function labeled(
  language: Language,
  { label, text }: { readonly label: string; readonly text: string },
): string {
  return `${label}${COLONS[language] ?? ': '}${text}`
}
