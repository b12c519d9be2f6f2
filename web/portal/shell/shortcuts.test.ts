import { expect, test } from 'vitest'
import { ShortcutReader } from './shortcuts.ts'

const plain = { hasCommandKey: false, hasAltKey: false, isTyping: false }
const press = (...keys: readonly (string | Partial<typeof plain & { key: string }>)[]) => {
  const reader = new ShortcutReader()
  return keys
    .map((key) => reader.read(typeof key === 'string' ? { ...plain, key } : { ...plain, key: '', ...key }))
    .at(-1)
}

test.each([
  ['/ searches', press('/'), 'search'],
  ['? shows the keys', press('?'), 'shortcuts'],
  ['Ctrl K opens the commands', press({ key: 'k', hasCommandKey: true }), 'commands'],
  ['Ctrl K opens the commands while typing', press({ key: 'K', hasCommandKey: true, isTyping: true }), 'commands'],
  ['g i goes to a page', press('g', 'i'), { goTo: 'i' }],
  ['g / is not a search', press('g', '/'), { goTo: '/' }],
  ['a key alone means nothing', press('i'), undefined],
  ['keys are text while typing', press({ key: '/', isTyping: true }), undefined],
  ['g while typing does not wait', press({ key: 'g', isTyping: true }, 'i'), undefined],
  ['a key with Alt belongs to the system', press({ key: '/', hasAltKey: true }), undefined],
  ['Ctrl / is not a search', press({ key: '/', hasCommandKey: true }), undefined],
])('%s', (_, read, shortcut) => {
  expect(read).toEqual(shortcut)
})
