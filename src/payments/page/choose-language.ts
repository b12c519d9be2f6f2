// pure
import { isLanguage, LANGUAGES, type Language } from '../../kernel/language.ts'

/** The payer's choice, else the merchant's. */
export function chosenLanguage(asked: unknown, byMerchant: Language): Language {
  return typeof asked === 'string' && isLanguage(asked) ? asked : byMerchant
}

/** The first language of the browser that we speak; undefined if there is none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  for (const tag of wanted) {
    const exact = LANGUAGES.find((language) => language.toLowerCase() === tag)
    if (exact !== undefined) return exact
    if (/^zh-(hant|tw|hk|mo)/.test(tag)) return 'zh-TW'
    const [base] = tag.split('-')
    const same = LANGUAGES.find((language) => language.split('-')[0] === base)
    if (same !== undefined) return same
  }
  return undefined
}

/** The browser's preferred language, else English, where no merchant is known. */
export function languageOfBrowser(acceptLanguage: string | undefined): Language {
  return preferredLanguage(acceptLanguage) ?? 'en-US'
}
