// pure
import type { Language } from '../language.ts'

/** The plural forms of each language; a sentence that counts has all of them. */
export const PLURAL_FORMS = {
  'de-DE': ['one', 'other'],
  'en-US': ['one', 'other'],
  'es-419': ['one', 'many', 'other'],
  'fr-FR': ['one', 'many', 'other'],
  'ja-JP': ['other'],
  'pt-BR': ['one', 'many', 'other'],
  'ru-RU': ['one', 'few', 'many', 'other'],
  'zh-CN': ['other'],
  'zh-TW': ['other'],
} as const satisfies Readonly<Record<Language, readonly Intl.LDMLPluralRule[]>>

type Forms<Counting extends Language> = { readonly [form in (typeof PLURAL_FORMS)[Counting][number]]: string }

/** They are slow to make. */
const made = new Map<Language, Intl.PluralRules>()

function rulesOf(language: Language): Intl.PluralRules {
  const known = made.get(language) ?? new Intl.PluralRules(language)
  made.set(language, known)
  return known
}

/** The form that the language uses for the number. */
export function plural<Counting extends Language>(language: Counting, count: number, forms: Forms<Counting>): string {
  return forms[rulesOf(language).select(count) as keyof Forms<Counting>]
}
