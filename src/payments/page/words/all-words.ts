// pure
import type { Language } from '../../../kernel/language.ts'
import { DE_DE } from './de-de.ts'
import { EN_US } from './en-us.ts'
import { ES_419 } from './es-419.ts'
import { FR_FR } from './fr-fr.ts'
import { JA_JP } from './ja-jp.ts'
import type { PageWords } from './page-words.ts'
import { PT_BR } from './pt-br.ts'
import { RU_RU } from './ru-ru.ts'
import { ZH_CN } from './zh-cn.ts'
import { ZH_TW } from './zh-tw.ts'

export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = {
  'de-DE': DE_DE,
  'en-US': EN_US,
  'es-419': ES_419,
  'fr-FR': FR_FR,
  'ja-JP': JA_JP,
  'pt-BR': PT_BR,
  'ru-RU': RU_RU,
  'zh-CN': ZH_CN,
  'zh-TW': ZH_TW,
}
