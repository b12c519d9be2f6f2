import { expect, test } from 'vitest'
import { CARD_SCHEMES, findCardScheme } from './card-schemes.ts'

test.each([
  ['001', 'Visa'],
  ['VI', 'Visa'],
  ['vi', 'Visa'],
  ['VISA', 'Visa'],
  ['diners club', 'Diners Club'],
  ['dC', 'Diners Club'],
  ['maestro (uk domestic)', 'Maestro (UK Domestic)'],
])('%s is a writing of %s', (writing, name) => {
  expect(findCardScheme(writing)?.name).toBe(name)
})

test.each(['', '1', 'V', 'Visa ', 'constructor'])('%j is no scheme', (writing) => {
  expect(findCardScheme(writing)).toBeUndefined()
})

test('no writing means two schemes', () => {
  const writings = CARD_SCHEMES.flatMap(({ number, letters, name }) =>
    [number, letters, name].flatMap((one) => one?.toLowerCase() ?? []),
  )

  expect(new Set(writings).size).toBe(writings.length)
})
