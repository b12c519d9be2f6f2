import { expect, test } from 'vitest'
import { RULES, type Trigger } from '../../../../src/invoicing/rules/state-machine.ts'
import { words as de } from './de-DE.ts'
import { words as es } from './es-419.ts'
import { words as fr } from './fr-FR.ts'
import { words as ja } from './ja-JP.ts'
import { words as pt } from './pt-BR.ts'
import { words as ru } from './ru-RU.ts'
import { words as zhCn } from './zh-CN.ts'
import { words as zhTw } from './zh-TW.ts'

/** The actions of the page and of the editor, and a payment that is recorded. */
const OFFERED: readonly Trigger[] = ['update', 'send', 'publish', 'remind', 'cancel', 'payInFull']

test.each(Object.entries({ de, es, fr, ja, pt, ru, zhCn, zhTw }))(
  'every reason of the state table why an action is refused has its sentence in %s',
  (_language, { refusals }) => {
    const sentences = OFFERED.flatMap((trigger) =>
      Object.values(RULES[trigger]).flatMap((rules) =>
        rules.flatMap((rule) => ('refusal' in rule ? [rule.refusal] : [])),
      ),
    )

    expect(sentences.filter((sentence) => refusals[sentence] === undefined)).toEqual([])
  },
)
