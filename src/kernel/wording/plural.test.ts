import { expect, test } from 'vitest'
import { LANGUAGES } from '../language.ts'
import { PLURAL_FORMS, plural } from './plural.ts'

test.each(LANGUAGES)('the plural forms of %s are those of the runtime', (language) => {
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  expect([...PLURAL_FORMS[language]].sort()).toEqual([...known].sort())
})

test.each([
  [1, 'день'],
  [2, 'дня'],
  [5, 'дней'],
  [11, 'дней'],
  [21, 'день'],
  [1.5, 'дня (дробь)'],
])('%d takes its own plural form', (count, form) => {
  const forms = { one: 'день', few: 'дня', many: 'дней', other: 'дня (дробь)' }
  expect(plural('ru-RU', count, forms)).toBe(form)
})
