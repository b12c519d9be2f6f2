import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../src/kernel/language.ts'
import { statusBadge } from '../src/kernel/markup/status-badge.ts'
import { SHOWN_STATUSES, STATUS_WORDS } from '../src/kernel/wording/status-words.ts'

test.each(LANGUAGES)('in %s every status has a word of its own', (language) => {
  const words = STATUS_WORDS[language]

  expect(new Set(Object.values(words)).size).toBe(SHOWN_STATUSES.length)
})

test('the kit has a color for every status', () => {
  const css = readFileSync(new URL('../web/ui/badge.css', import.meta.url), 'utf8')
  const classes = SHOWN_STATUSES.map((status) => statusBadge(status, 'en-US').text.split('"')[1]?.split(' ')[1] ?? '')

  // A draft has the color of every other badge.
  expect(classes.filter((name) => name !== 'draft' && !css.includes(`.badge.${name} `))).toEqual([])
})
