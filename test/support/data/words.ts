import { INVOICE_MAIL_WORDS } from '../../../src/invoicing/mails/words/all-words.ts'
import { INVOICE_WORDS } from '../../../src/invoicing/presentation/words/all-words.ts'
import type { Language } from '../../../src/kernel/language.ts'
import { TERMS } from '../../../src/kernel/wording/terms.ts'
import { MAIL_WORDS } from '../../../src/notifications/mail-kit/mail-words.ts'
import { PAYMENT_MAIL_WORDS } from '../../../src/payments/mails/words/all-words.ts'
import { PAGE_WORDS } from '../../../src/payments/page/words/all-words.ts'
import { SITE_FAILURE_WORDS } from '../../../src/platform/http/errors/site-failure-words.ts'
import { NOTICE_WORDS } from '../../../src/portal/people/mails/notices/all-notice-words.ts'
import { PEOPLE_MAIL_WORDS } from '../../../src/portal/people/mails/people-mail-words.ts'
import { REPORT_MAIL_WORDS } from '../../../src/reporting/mails/report-mail-words.ts'

/** Sample values for the placeholders of sentences. */
export const SAMPLE = {
  ...{ seller: 'SELLER', amount: 'AMOUNT', number: 'NUMBER', due: 'DUE', day: 'DAY', address: 'ADDRESS' },
  ...{ name: 'NAME', organization: 'ORGANIZATION', wallet: 'WALLET', label: 'LABEL', example: 'EXAMPLE' },
  ...{ one: 'ONE', other: 'OTHER', page: 'PAGE', pages: 'TOTAL', tax: 'TAX', net: 'NET', host: 'HOST', phone: 'PHONE' },
  ...{ count: 5, seconds: 5, minutes: 5, days: 5 },
}
const HIDDEN = { ...SAMPLE, number: undefined }

/** A sentence and where it is: `page.declines.expiredCard`. */
export type Sentence = readonly [place: string, text: string]

/** Everything that payers and merchants read in the language: page, PDFs, mails. */
export function everySentence(language: Language): readonly Sentence[] {
  const terms = TERMS[language]
  const tables = {
    ...{ page: PAGE_WORDS, documents: INVOICE_WORDS, mails: MAIL_WORDS, invoices: INVOICE_MAIL_WORDS },
    ...{
      payments: PAYMENT_MAIL_WORDS,
      reports: REPORT_MAIL_WORDS,
      site: SITE_FAILURE_WORDS,
      people: PEOPLE_MAIL_WORDS,
      notices: NOTICE_WORDS,
    },
  }
  return [
    ...sentences(terms, 'terms'),
    ...Object.entries(tables).flatMap(([name, table]) =>
      sentences(Object.fromEntries(Object.entries(table[language]).filter(([word]) => !(word in terms))), name),
    ),
  ]
}

/** Tables whose sentences may lack the number of the invoice. */
const NUMBER_MAY_BE_HIDDEN = /^(?:invoices|payments)\.(?!merchant)/

function sentences(words: object, path: string): readonly Sentence[] {
  return Object.entries(words).flatMap(([name, word]): readonly Sentence[] => {
    const place = `${path}.${name}`
    if (typeof word === 'string') return [[place, word]]
    if (typeof word !== 'function') return sentences(word, place)
    const hidden = NUMBER_MAY_BE_HIDDEN.test(place) ? [[`${place} (no number)`, word(HIDDEN)] as const] : []
    return [[place, word(SAMPLE)], ...hidden]
  })
}
