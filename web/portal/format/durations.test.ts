import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/language.ts'
import { intervalText } from './durations.ts'

test.each([
  [86_400, '1 day'],
  [604_800, '7 days'],
  [129_600, '36 hours'],
  [5_400, '90 minutes'],
  [301, '301 seconds'],
])('an interval of %i seconds is shown as %s', (seconds, text) => {
  expect(intervalText(seconds, 'en-US')).toBe(text)
})

test('every language writes the unit as it is used there', () => {
  expect(LANGUAGES.map((language) => intervalText(86_400, language))).toEqual([
    ...['1 Tag', '1 day', '1 día', '1\u00a0jour', '1 日', '1 dia', '1 день', '1天', '1 天'],
  ])
})
