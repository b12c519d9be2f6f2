import type { Language } from '../../../src/kernel/language.ts'

/** Typography that depends on the language; a sentence must not match these. */
/** Some mail programs end a line after the hyphen of 3-D. */
export const NEVER_IN_ANY = /["']| …|[!！]|undefined|\s{2}|^\s|\s$|3-D/
export const NEVER: Partial<Record<Language, RegExp>> = {
  // A space that does not break comes before : and inside « », a narrow one before ; and ?.
  'fr-FR': /[^\u00a0][:»]|«[^\u00a0]|[^\u202f][;?]|nº/,
  'ru-RU': / —|т\. [дп]\.|[Ээ]л\. почт/,
  // Browsers end a line within もう一度, which buttons alone may say.
  'ja-JP': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}] ?[,;:?()]|[(] ?[\p{Script=Han}]|もう一度(?!試す$)/u,
  'zh-CN': /[\p{Script=Han}] ?[,;:?()]|[(] ?[\p{Script=Han}]|[「」]/u,
  'zh-TW': /[\p{Script=Han}] ?[,;:?()]|[(] ?[\p{Script=Han}]|[“”]/u,
}

/** Formal address, where the market uses it; zh writes 您, never 你. */
export const FAMILIAR: Partial<Record<Language, RegExp>> = {
  'de-DE': /\b(?:du|dein\w*|dir|dich)\b/i,
  'fr-FR': /\b(?:tu|ton|ta|tes|toi)\b/i,
  'ru-RU': /(?<![а-яё])(?:ты|тебя|тебе|твой|твоя|твоё)(?![а-яё])/i,
  'zh-CN': /你/,
  'zh-TW': /你/,
  // Latin America is addressed with tú, Brazil with você.
  'es-419':
    /\b(?:usted(?:es)?|vosotros|vuestr\w*|abra|acepte|cierre|confirme|elija|escriba|espere|indique|ingrese|inicie|pida|pruebe|recargue|revise|seleccione|vuelva)\b/i,
  'pt-BR': /\b(?:tu|teu|tua|vosso)\b/i,
}
