import { expect, test } from 'vitest'
import { drawTabIcon, tabIconFile } from './tab-icon.ts'

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

test.each([
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
