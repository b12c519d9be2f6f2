import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/language.ts'

const here = new URL('./', import.meta.url)
const AREAS = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const PAIRS = AREAS.flatMap((area) => LANGUAGES.map((language) => [area, language] as const))

type Table = { readonly [name: string]: unknown }

async function tableOf(area: string, language: string): Promise<Table> {
  return ((await import(`./${area}/${language}.ts`)) as { readonly words: Table }).words
}

/** All texts of a table; functions are called with examples. */
function textsOf(table: Table): readonly (readonly [string, string])[] {
  return Object.entries(table).flatMap(([name, value]) => {
    if (typeof value === 'string') return [[name, value] as const]
    if (typeof value === 'object' && value !== null) return textsOf(value as Table)
    return []
  })
}

test.each(PAIRS)('%s in %s has every text of the English one, and none is empty', async (area, language) => {
  const [english, table] = [await tableOf(area, 'en-US'), await tableOf(area, language)]

  expect(Object.keys(table).toSorted()).toEqual(Object.keys(english).toSorted())
  expect(textsOf(table).filter(([, text]) => text.trim() === '')).toEqual([])
})

test.each(PAIRS)('%s in %s has the typography of its language', async (area, language) => {
  const texts = textsOf(await tableOf(area, language))

  // An ellipsis is one character, after a space in German; French has a space before double signs; apostrophes are curved.
  expect(texts.filter(([, text]) => /\.\.\.|'|--/.test(text))).toEqual([])
  if (language === 'de-DE') expect(texts.filter(([, text]) => /\w…/.test(text))).toEqual([])
  if (language === 'fr-FR') expect(texts.filter(([, text]) => /[^\s\u00a0\u202f][:;?!]/.test(text))).toEqual([])
  if (/^(ja|zh)/.test(language)) expect(texts.filter(([, text]) => /[\u3040-\u9fff][,.:;?!]/.test(text))).toEqual([])
})
