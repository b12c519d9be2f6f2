import { expect, test } from 'vitest'
import { contrast } from '../../kernel/colors/contrast.ts'
import { CORNERS, drawTabIcon, type TabState, tabIconFile } from './tab-icon.ts'

const GREEN = { ground: '#0B5D3B', text: '#FFF' }

test.each([
  ['Café Bar', 'C'],
  ['élan', 'É'],
  ['(1) Studio', '1'],
  ['ßtraße', 'S'],
  ['株式会社テスト', '株'],
  ['مقهى', 'م'],
  ['𠮷野家', '𠮷'],
  ['★★★', '•'],
  ['', '•'],
])('the icon of %j has the letter %s in the merchant’s colors', (name, letter) => {
  const drawing = drawTabIcon(tabIconFile({ name, ...GREEN }))

  expect(drawing).toContain(`>${letter}</text>`)
  expect(drawing).toContain('fill="#0B5D3B"')
  expect(drawing).toContain('fill="#FFF"')
})

const STATES = Object.keys(CORNERS) as readonly TabState[]

test('an outcome is part of the name, and has a mark of its own beside the letter', () => {
  const files = STATES.map((state) => tabIconFile({ name: 'shop', ...GREEN, state }))
  const drawings = files.map((file) => drawTabIcon(file) ?? '')

  expect(files[0]).toBe('icon-53-0B5D3B-FFF-paid.svg')
  expect(new Set(drawings).size).toBe(STATES.length)
  for (const drawing of drawings) expect(drawing).toContain('>S</text>')
})

/** Strips of Chrome and Safari, by day and by night. */
const STRIPS = ['#ffffff', '#35363a', '#202124']
const GLYPH = '#ffffff'

test.each(Object.entries(CORNERS))('the mark of %s stands on light and dark strips', (_, { color }) => {
  for (const ground of [...STRIPS, GLYPH]) expect(contrast(color, ground)).toBeGreaterThanOrEqual(3)
})

test.each([
  'icon-43-000-fff-done.svg',
  'icon-43-000-fff-PAID.svg',
  'icon-43-000-fff-constructor.svg',
  'icon-43-000-fff-.svg',
  'icon-43-000-fff-paid-paid.svg',
  'icon-3c-0B5D3B-FFFFFF.svg',
  'icon-26-000-fff.svg',
  'icon-110000-000-fff.svg',
  'icon-d800-000-fff.svg',
  'icon-43-0B5D3-FFF.svg',
  'icon-43-000-fff.svg"',
  'icon-43-000.svg',
])('%s is not an icon', (file) => {
  expect(drawTabIcon(file)).toBeUndefined()
})
