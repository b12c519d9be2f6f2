import { describe, expect, test } from 'vitest'
import { INVOICE_MAIL_WORDS } from '../src/invoicing/mails/words/all-words.ts'
import { LANGUAGES } from '../src/kernel/language.ts'
import { PAGE_WORDS } from '../src/payments/page/words/all-words.ts'
import { TERMS } from './support/data/terms.ts'
import { FAMILIAR, NEVER, NEVER_IN_ANY } from './support/data/typography.ts'
import { everySentence, SAMPLE, type Sentence } from './support/data/words.ts'

const ENGLISH = new Map(everySentence('en-US'))
const SAMPLES = Object.values(SAMPLE).map(String)

/** Names, and words that some languages share with English. */
const ALIKE =
  /^page\.(?:showDetails|optional|addressParts\.province)$|^documents\.(?:applePay|googlePay|paypal|item|subtotal|total|description|pageOf)$|^notices\.browser$/
const CAPITALS = /[A-Z]{3,}/g

function withoutSamples(text: string): string {
  return text.replaceAll(CAPITALS, 'X')
}

describe.each(LANGUAGES)('%s', (language) => {
  const own = everySentence(language)
  const isWrong = (pattern: RegExp | undefined): readonly Sentence[] =>
    own.filter(([, text]) => pattern?.test(withoutSamples(text)))

  test('translates every text and leaves none in English', () => {
    expect(own.map(([place]) => place)).toEqual([...ENGLISH.keys()])
    expect(own.filter(([, text]) => text.trim() === '' || text.includes('undefined'))).toEqual([])
    if (language === 'en-US') return
    expect(own.filter(([place, text]) => ENGLISH.get(place) === text && !ALIKE.test(place))).toEqual([])
  })

  test('names the same amounts, numbers and sellers as English, each once', () => {
    const places = (text: string) => SAMPLES.filter((sample) => text.includes(sample))
    const different = own.filter(([place, text]) => {
      // "Tomorrow" and counts may be words; names and amounts may not.
      const english = ENGLISH.get(place) ?? ''
      return places(text).join() !== places(english).join() || SAMPLES.some((name) => text.split(name).length > 2)
    })
    expect(different).toEqual([])
  })

  test('has its typography and no exclamation marks', () => {
    expect(isWrong(NEVER_IN_ANY)).toEqual([])
    expect(isWrong(NEVER[language])).toEqual([])
  })

  test('addresses people as its market does', () => {
    expect(isWrong(FAMILIAR[language])).toEqual([])
  })

  test.each(Object.entries(TERMS))('has one term for %s', (_name, { english, terms, never, except }) => {
    expect(isWrong(never)).toEqual([])
    if (language === 'en-US') return
    const term = terms[language]
    const meant = own.filter(
      ([place]) => english.test(withoutSamples(ENGLISH.get(place) ?? '')) && except?.test(place) !== true,
    )
    expect(meant.length).toBeGreaterThan(0)
    expect(meant.filter(([, text]) => !term.test(text))).toEqual([])
  })

  test('both reminders begin with the same kind of word, which other subjects do not have', () => {
    const { subjects, shortSubjects } = INVOICE_MAIL_WORDS[language]
    const word =
      /^(?:Reminder|(?:Zahlungse|E)rinnerung|Recordatorio|Rappel|リマインダー|Lembrete|Напоминание|提醒)\s?[:：]/
    for (const { reminder, overdueReminder, due } of [subjects, shortSubjects]) {
      expect(reminder(SAMPLE)).toMatch(word)
      expect(overdueReminder(SAMPLE)).toMatch(word)
      expect(due(SAMPLE)).not.toMatch(word)
    }
  })
})

test.each([
  [1, '1 позиция'],
  [3, '3 позиции'],
  [5, '5 позиций'],
  [21, '21 позиция'],
])('Russian counts %d items as %s', (count, items) => {
  expect(PAGE_WORDS['ru-RU'].details({ count })).toContain(items)
})

test.each([
  [1, 'завтра'],
  [2, '2\u00A0дня'],
  [5, '5\u00A0дней'],
  [21, 'остался 21\u00A0день'],
])('Russian counts %d days as %s', (days, text) => {
  expect(INVOICE_MAIL_WORDS['ru-RU'].dueIn({ days })).toContain(text)
})

test('a text that two tables share in every language is a term, written once', () => {
  const inAll = LANGUAGES.map((language) => new Map(everySentence(language)))
  const places = Map.groupBy(ENGLISH.keys(), (place) => inAll.map((own) => own.get(place)).join('\n'))
  const tablesOf = (alike: readonly string[]) => new Set(alike.map((place) => place.split('.')[0]))
  expect([...places.values()].filter((alike) => tablesOf(alike).size > 1)).toEqual([])
})
