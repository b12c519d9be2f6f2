// pure
import type { Language } from '../../../src/kernel/language.ts'

/** Each language by its own name, so that a reader who landed in a foreign one finds it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'de-DE': 'Deutsch',
  'en-US': 'English',
  'es-419': 'Español',
  'fr-FR': 'Français',
  'ja-JP': '日本語',
  'pt-BR': 'Português',
  'ru-RU': 'Русский',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}
