// pure
import { inEveryLanguage } from '../../../../kernel/wording/in-every-language.ts'
import { DE_DE } from './de-de.ts'
import { EN_US } from './en-us.ts'
import { ES_419 } from './es-419.ts'
import { FR_FR } from './fr-fr.ts'
import { JA_JP } from './ja-jp.ts'
import { PT_BR } from './pt-br.ts'
import { RU_RU } from './ru-ru.ts'
import { ZH_CN } from './zh-cn.ts'
import { ZH_TW } from './zh-tw.ts'

export const NOTICE_WORDS = inEveryLanguage({ DE_DE, EN_US, ES_419, FR_FR, JA_JP, PT_BR, RU_RU, ZH_CN, ZH_TW })
