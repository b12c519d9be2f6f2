import { expect, test } from 'vitest'
import { csvCell } from './write-csv.ts'

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na', '＝1', '＋1', '－1', '＠a'])(
  'a string that begins like %j is escaped as a formula',
  (text) => {
    expect(csvCell({ isNumber: false }, text)).toBe(`"'${text}"`)
  },
)

test('numbers and other strings are unchanged', () => {
  expect(csvCell({ isNumber: true }, '-1.50')).toBe('-1.50')
  for (const text of ['a=1', 'Ａ', '＜', '']) expect(csvCell({ isNumber: false }, text)).toBe(`"${text}"`)
})
