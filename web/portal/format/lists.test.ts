import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/language.ts'
import { STATUS_WORDS } from '../../../src/kernel/wording/status-words.ts'
import { listText } from './lists.ts'

const LISTS = {
  'de-DE': 'Entwurf, Offen, Bezahlt',
  'en-US': 'Draft, Open, Paid',
  'es-419': 'Borrador, Abierta, Pagada',
  'fr-FR': 'Brouillon, À payer, Payée',
  'ja-JP': '下書き、未払い、支払済み',
  'pt-BR': 'Rascunho, Em aberto, Paga',
  'ru-RU': 'Черновик, К оплате, Оплачен',
  'zh-CN': '草稿、待付款、已付清',
  'zh-TW': '草稿、待付款、已付清',
}

test.each(LANGUAGES)('values are separated in %s', (language) => {
  const { DRAFT, OPEN, PAID } = STATUS_WORDS[language]

  expect(listText([DRAFT, OPEN, PAID], language)).toBe(LISTS[language])
  expect([listText([], language), listText([OPEN], language)]).toEqual(['', OPEN])
})
