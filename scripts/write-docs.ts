import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { invoicingTables } from './invoicing-tables.ts'
import { reportFields } from './report-fields.ts'
import { testCardsPage } from './test-cards-page.ts'

/** Writes the pages of docs/ that are made from data; tests compare them. */

const docs = fileURLToPath(new URL('../docs/', import.meta.url))
writeFileSync(`${docs}invoicing-tables.md`, invoicingTables())
writeFileSync(`${docs}report-fields.md`, reportFields())
writeFileSync(`${docs}test-cards.md`, testCardsPage())
