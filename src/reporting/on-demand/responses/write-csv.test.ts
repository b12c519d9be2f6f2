import { expect, test } from 'vitest'
import { csvCell } from './write-csv.ts'

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na', '＝1', '＋1', '－1', '＠a'])(
  'a string that begins as %j does is kept from being a formula',
  (text) => {
    expect(csvCell({ isNumber: false }, text)).toBe(`"'${text}"`)
  },
)

test('a number stays a number, and other strings are as they were', () => {
  expect(csvCell({ isNumber: true }, '-1.50')).toBe('-1.50')
  for (const text of ['a=1', 'Ａ', '＜', '']) expect(csvCell({ isNumber: false }, text)).toBe(`"${text}"`)
})
