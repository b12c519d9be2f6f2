import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CSV_WORDS } from '../../../src/invoicing/lists/csv-words.ts'
import { INVOICE_WORDS } from '../../../src/invoicing/presentation/words/all-words.ts'
import { LANGUAGES, type Language } from '../../../src/kernel/language.ts'
import { STATUS_WORDS } from '../../../src/kernel/wording/status-words.ts'
import { PAGE_WORDS } from '../../../src/payments/page/words/all-words.ts'
import { TERMS } from '../../../test/support/data/terms.ts'
import { FAMILIAR, NEVER, NEVER_IN_ANY } from '../../../test/support/data/typography.ts'
import type { Words } from './words.ts'

type Sentence = readonly [place: string, text: string]

const AREAS = readdirSync(new URL('./', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

async function wordsOf(language: Language): Promise<Words> {
  const areas = AREAS.map(async (area) => {
    const { words } = (await import(`./${area}/${language}.ts`)) as { readonly words: object }
    return [area, words] as const
  })
  return Object.fromEntries(await Promise.all(areas)) as Words
}

const COUNTED = new Set<string | symbol>(['count', 'days', 'minutes'])

/** A value for any placeholder: NAME for a name, the count for a count. Some texts take one value instead of an object. */
function sampleOf(count: number): object {
  const plain = (hint: string) => (hint === 'string' ? 'VALUE' : count)
  return new Proxy(
    {},
    {
      get: (_, name) => (name === Symbol.toPrimitive ? plain : COUNTED.has(name) ? count : String(name).toUpperCase()),
    },
  )
}

/** All texts of a table; those with placeholders are filled. */
function sentencesOf(table: object, count = 5, path = ''): readonly Sentence[] {
  return Object.entries(table).flatMap(([name, word]: [string, unknown]): readonly Sentence[] => {
    const place = `${path}${name}`
    if (typeof word === 'string') return [[place, word]]
    if (typeof word === 'function') return [[place, String((word as (values: object) => string)(sampleOf(count)))]]
    return sentencesOf(word as object, count, `${place}.`)
  })
}

const ENGLISH = await wordsOf('en-US')
/** English shows the sentences of the API as they are. */
const isOfApi = ([place]: Sentence): boolean => place.startsWith('detail.refusals.')
const ENGLISH_SENTENCES = sentencesOf(ENGLISH).filter((sentence) => !isOfApi(sentence))
const ENGLISH_OF = new Map(ENGLISH_SENTENCES)

const PLACEHOLDER = /\b[A-Z]{4,}\b|\bTO\b|\b5\b/g
const placeholdersOf = (text: string): readonly string[] => [...new Set(text.match(PLACEHOLDER))].toSorted()

/** Latin languages write labels like sentences; names keep their capitals. */
const TITLE_CASE = /[\p{Ll},] (?!Apple|Google|Pay\b|Home)\p{Lu}\p{Ll}/u

/** Counted without a text of the number beside it. */
const WITH_NUMBER = /\.(?:daysLate|attempts|tooManyAttempts)$/
/** A check of a bank, and the codes of an app: the page has other words near to theirs. */
const OTHER_THINGS = /^detail\.(?:recordText|methods\.check)$|^(?:session|people)\.(?:.*[cC]ode|turnO|notConfirmed)/

/** Words of the API, and keys. */
const NAMES = /[A-Z]{4,}|\bAlt\+/g

/** Payers do not read of it. */
const DISPUTE = {
  english: /\bdispute[ds]?\b(?! a payment)/i,
  terms: {
    ...{ 'de-DE': /reklam/i, 'es-419': /disputa/i, 'fr-FR': /litige/i, 'ja-JP': /異議申し?立/, 'pt-BR': /contesta/i },
    ...{ 'ru-RU': /спор/i, 'zh-CN': /争议/, 'zh-TW': /爭議/ },
  },
  never: /Einspr[uü]ch|Anfechtung|bestritten/i,
}

describe.each(LANGUAGES)('the portal in %s', async (language) => {
  const words = await wordsOf(language)
  const own = sentencesOf(words)
  const wrong = (pattern: RegExp | undefined): readonly Sentence[] =>
    own.filter(([, text]) => pattern?.test(text.replaceAll(NAMES, 'X')))

  test('has every text, and none is empty', () => {
    expect(own.filter((sentence) => !isOfApi(sentence)).map(([place]) => place)).toEqual([...ENGLISH_OF.keys()])
    expect(own.filter(([, text]) => text.trim() === '' || text.includes('undefined'))).toEqual([])
  })

  test('fills in what English fills in', () => {
    const differing = own.filter(
      ([place, text]) =>
        ENGLISH_OF.has(place) && placeholdersOf(text).join() !== placeholdersOf(ENGLISH_OF.get(place) ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  test.each([0, 1, 2, 3, 5, 11, 21, 1_000_000])('has a form for %d', (count) => {
    const counted = sentencesOf(words, count).filter(([place]) => WITH_NUMBER.test(place))

    expect(counted).toHaveLength(3)
    expect(counted.filter(([, text]) => !text.includes(String(count)))).toEqual([])
  })

  test('has the typography of its language', () => {
    expect(wrong(NEVER_IN_ANY).filter(([place]) => place !== 'shell.testModeText')).toEqual([])
    expect(wrong(NEVER[language])).toEqual([])
    if (/^(?:en|es|fr|pt)/.test(language)) expect(wrong(TITLE_CASE)).toEqual([])
  })

  test('addresses people as its market does', () => {
    expect(wrong(FAMILIAR[language])).toEqual([])
  })

  test.each(Object.entries({ ...TERMS, dispute: DISPUTE }))(
    'has the same term for %s everywhere',
    (_name, { english, terms, never }) => {
      expect(wrong(never).filter(([place]) => !OTHER_THINGS.test(place))).toEqual([])
      if (language === 'en-US') return
      const term = terms[language]
      const meant = own.filter(([place]) => english.test(ENGLISH_OF.get(place) ?? '') && place !== 'detail.keep')
      expect(meant.filter(([, text]) => !term.test(text))).toEqual([])
    },
  )

  test('shares its labels with the payment page, documents and exports', () => {
    const { detail, home, invoices, settings, shell } = words
    const [csv, document, page, status] = [
      CSV_WORDS[language],
      INVOICE_WORDS[language],
      PAGE_WORDS[language],
      STATUS_WORDS[language],
    ]
    const { card, applePay, googlePay, paypal, bankDebit, hosted } = detail.methods

    expect(csv).toMatchObject(invoices.columns)
    expect(document).toMatchObject({ card, applePay, googlePay, paypal, bankDebit, hosted })
    expect(document).toMatchObject(settings.labelKeys)
    expect(document.receipt).toBe(detail.mailKinds.receipt)
    expect(page.downloadPdf).toBe(detail.pdf)
    expect([page.copy, page.copied]).toEqual([shell.copy, shell.copied])
    expect(new Set([detail.amount, invoices.filters.amount])).toEqual(new Set([page.amount]))
    expect(new Set([detail.paymentStatuses.REVIEW, home.underReview])).toEqual(new Set([status.PENDING]))
    expect([detail.customerId, detail.paymentLink]).toEqual([csv.customerId, csv.link])
    expect(new Set([detail.language, shell.language, invoices.filters.language])).toEqual(new Set([page.language]))
  })

  test('calls one thing by one name on all its pages', () => {
    const { home, review, shell, webhooks } = words

    expect(review.title).toBe(shell.review)
    expect(webhooks.statuses.SUSPENDED).toBe(home.suspended)
  })
})
