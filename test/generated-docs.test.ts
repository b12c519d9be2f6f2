import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invoicingTables } from '../scripts/invoicing-tables.ts'
import { reportFields } from '../scripts/report-fields.ts'
import { testCardsPage } from '../scripts/test-cards-page.ts'

test.each([
  ['invoicing-tables.md', invoicingTables],
  ['report-fields.md', reportFields],
  ['test-cards.md', testCardsPage],
])('docs/%s matches its data (npm run docs writes it)', (name, written) => {
  const page = readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

  expect(page).toBe(written())
})

test('every link within docs/report-fields.md leads to a heading', () => {
  const page = reportFields()
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const links = [...page.matchAll(/\(#([^)]*)\)/g)].map(([, anchor]) => anchor)

  expect(links.length).toBeGreaterThan(100)
  expect(links.filter((link) => !anchors.includes(link ?? ''))).toEqual([])
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([])
})
