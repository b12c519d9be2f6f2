// pure
import { isLanguage, type Language } from '../../kernel/language.ts'

/** The payer's choice, else the merchant's. */
export function chosenLanguage(asked: unknown, byMerchant: Language): Language {
  return typeof asked === 'string' && isLanguage(asked) ? asked : byMerchant
}
