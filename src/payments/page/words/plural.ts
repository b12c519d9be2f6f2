// pure
import type { Language } from '../../../kernel/language.ts'

type Forms = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** The form that the language uses for the number. */
export function plural(language: Language, count: number, forms: Forms): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}
