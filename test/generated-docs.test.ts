import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invoicingTables } from '../scripts/invoicing-tables.ts'

test('docs/invoicing-tables.md says what the tables say (npm run docs writes it)', () => {
  const page = readFileSync(new URL('../docs/invoicing-tables.md', import.meta.url), 'utf8')

  expect(page).toBe(invoicingTables())
})
