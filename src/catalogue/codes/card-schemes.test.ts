import { expect, test } from 'vitest'
import { CARD_SCHEMES, findCardScheme } from './card-schemes.ts'

test.each(['001', 'VI', 'vi', 'Visa', 'VISA'])('%s is Visa', (writing) => {
  expect(findCardScheme(writing)?.name).toBe('Visa')
})

test.each(['', '1', 'visa ', '__proto__'])('%j is not a scheme', (writing) => {
  expect(findCardScheme(writing)).toBeUndefined()
})

test('no two schemes share a spelling', () => {
  const writings = CARD_SCHEMES.flatMap(({ number, letters, name }) =>
    [number, letters, name].filter((writing) => writing !== undefined),
  )

  expect(new Set(writings.map((writing) => writing.toLowerCase())).size).toBe(writings.length)
  for (const { number, letters, name } of CARD_SCHEMES) {
    expect([number, letters ?? number, name].map((one) => findCardScheme(one)?.name)).toEqual([name, name, name])
  }
})
