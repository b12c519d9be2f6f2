import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../../kernel/language.ts'
import { PAGE_WORDS } from './all-words.ts'

const SAMPLE = {
  seller: 'SELLER',
  amount: 'AMOUNT',
  number: 'NUMBER',
  due: 'DUE',
  wallet: 'WALLET',
  label: 'LABEL',
  example: 'EXAMPLE',
  one: 'ONE',
  other: 'OTHER',
  count: 5,
  seconds: 5,
  minutes: 5,
}

/** Every sentence by its path; a sentence with places is filled with samples. */
function sentences(words: object, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(words).flatMap(([name, word]): readonly (readonly [string, string])[] => {
    const place = path === '' ? name : `${path}.${name}`
    if (typeof word === 'string') return [[place, word]]
    if (typeof word === 'function') return [[place, word(SAMPLE)]]
    return sentences(word, place)
  })
}

const ENGLISH = new Map(sentences(PAGE_WORDS['en-US']))
/** In some languages the same word. */
const ALIKE = new Set(['showDetails'])

describe.each(LANGUAGES)('%s', (language: Language) => {
  const own = sentences(PAGE_WORDS[language])

  test('says everything, and nothing in English', () => {
    expect(own.map(([place]) => place)).toEqual([...ENGLISH.keys()])
    expect(own.filter(([, sentence]) => sentence.trim() === '')).toEqual([])
    if (language === 'en-US') return
    expect(own.filter(([place, sentence]) => ENGLISH.get(place) === sentence && !ALIKE.has(place))).toEqual([])
  })

  test('names the same amounts, numbers and sellers as English', () => {
    const samples = Object.values(SAMPLE).map(String)
    const namedIn = (sentence: string) => samples.filter((sample) => sentence.includes(sample))
    const different = own.filter(([place, sentence]) => {
      const [ours, english] = [namedIn(sentence), namedIn(ENGLISH.get(place) ?? '')]
      return english.some((sample) => !ours.includes(sample))
    })
    expect(different).toEqual([])
  })

  test('has no exclamation marks', () => {
    expect(own.filter(([, sentence]) => /[!！]/.test(sentence))).toEqual([])
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
