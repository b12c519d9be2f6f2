import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anInvoice } from '../../../test/support/data/invoices.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { foldedText } from '../../kernel/folded-text.ts'
import { isInNone, rareParts, searchPattern, searchTextOf } from './search-text.ts'

const NOBODY = { name: undefined, email: undefined, companyName: undefined }
const textOf = (description: string) =>
  searchTextOf(anInvoice({ invoiceNumber: 'N', terms: { description, customer: NOBODY } }))
/** As LIKE compares a pattern of this form. */
const isFound = (text: string, pattern: string) => text.includes(pattern.slice(1, -1).replaceAll(/\\(.)/gs, '$1'))

test('a search text has number, name, email, company and description, folded', () => {
  const invoice = anInvoice({
    invoiceNumber: 'INV-7',
    terms: {
      description: 'Ein Äpfel\nBaum',
      customer: { name: 'Zoë', email: 'Zoe@Example.com', companyName: 'Ł & Co' },
    },
  })

  expect(searchTextOf(invoice)).toBe('inv-7\nzoe\nzoe@example.com\nl & co\nein apfel baum')
})

test('a search text contains exactly the folded texts that the invoice’s own text contains', () => {
  const characters = fc.string({ unit: fc.constantFrom(...'aÉß田中ガΣ한\u{20bb7}%_\\ -A1'), maxLength: 6 })
  fc.assert(
    fc.property(characters, characters, (text, searched) => {
      const expected = foldedText(text).includes(foldedText(searched)) || 'n'.includes(foldedText(searched))

      expect(isFound(textOf(text), searchPattern(searched).pattern)).toBe(expected)
    }),
    { seed, numRuns: 2_000 },
  )
})

test('letters of all scripts have search texts of their own, in ASCII', () => {
  const points = Array.from({ length: 30_000 }, (_, index) => 0x80 + index * 37)
  const letters = [...points, 39_999, 40_000, 0x32_3af].map((point) => String.fromCodePoint(point))
  const folded = letters.filter((one) => /^\p{L}$/u.test(one) && foldedText(one) === one)
  const texts = folded.map((letter) => searchPattern(letter).pattern)

  expect(folded.length).toBeGreaterThan(3_000)
  expect(new Set(texts).size).toBe(folded.length)
  expect(texts.filter((text) => !/^%(?:[A-E][G-Z]{3}|F[G-Z]{5})%$/.test(text))).toEqual([])
})

test.each([
  ['ab', false],
  ['a@', false],
  ['%_-', false],
  ['abc', true],
  ['ab ', false],
  ['ab c', true],
  ['a bc', true],
  ['中', true],
])('a search for %j has a trigram: %s', (text, expected) => {
  expect(searchPattern(text).hasTrigram).toBe(expected)
})

describe('parts of a searched text that the index looks up', () => {
  const samples = ['ada', 'bob', 'cy'].flatMap((name) =>
    Array.from({ length: 20 }, (_, index) => searchPattern(`${name}${index}@mail${index}.example`).pattern),
  )

  test('parts leave out what most samples contain', () => {
    expect(rareParts('mail07.example', samples)).toEqual(['%il07%'])
    expect(rareParts('ada17@mail17.example', samples)).toEqual(['%ada17%', '%l17%'])
  })

  test('there are none if nothing is left out or nothing remains, or if they rule out less than the whole', () => {
    expect(rareParts('adalovelace', samples)).toEqual([])
    expect(rareParts('example', samples)).toEqual([])
    expect(rareParts('ada17@mail.example', samples)).toEqual([])
    expect(rareParts('mail07.example', [])).toEqual([])
  })

  test('a text is in none if no sample contains it, written in any way', () => {
    expect([isInNone('ADA17@', samples), isInNone('adalovelace', samples)]).toEqual([false, true])
    expect(isInNone('adalovelace', [])).toBe(false)
  })

  test('a text that contains the whole contains each part', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'abÉß田%_\\ -.1'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 6 }), texts, (sampled, searched) => {
        const parts = rareParts(searched, sampled.map(textOf))

        expect(parts.filter((part) => !isFound(textOf(`x${searched}y`), part))).toEqual([])
      }),
      { seed, numRuns: 2_000 },
    )
  })
})
